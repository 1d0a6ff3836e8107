import { auditContract } from "./audit";
import { fileContract } from "./file";
import { settingContract } from "./setting";
import { sysContract } from "./sys";
import { taskContract } from "./task";
import { trashContract } from "./trash";
import { undoContract } from "./undo";
import { userContract } from "./user";

/** All contracts by group: what the client calls, the server serves and the tests walk. */
export const contracts = {
  audit: auditContract,
  file: fileContract,
  setting: settingContract,
  sys: sysContract,
  task: taskContract,
  trash: trashContract,
  undo: undoContract,
  user: userContract,
};
