import { auditContract } from "./audit";
import { fileContract } from "./file";
import { searchContract } from "./search";
import { settingContract } from "./setting";
import { sysContract } from "./sys";
import { taskContract } from "./task";
import { userContract } from "./user";

/** All contracts by group: what the client calls, the server serves and the tests walk. */
export const contracts = {
  audit: auditContract,
  file: fileContract,
  search: searchContract,
  setting: settingContract,
  sys: sysContract,
  task: taskContract,
  user: userContract,
};
