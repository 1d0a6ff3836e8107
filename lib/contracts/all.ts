import { archiveContract } from "./archive";
import { auditContract } from "./audit";
import { duplicatesContract } from "./duplicates";
import { fetchContract } from "./fetch";
import { davContract } from "./dav";
import { fileChannels, fileContract } from "./file";
import { propertiesContract } from "./properties";
import { searchContract } from "./search";
import { settingContract } from "./setting";
import { shareContract } from "./share";
import { spaceContract } from "./space";
import { aboutContract } from "./about";
import { tabChannels, tabContract } from "./tab";
import { taskChannels, taskContract } from "./task";
import { uploadContract } from "./upload";
import { trashContract } from "./trash";
import { undoContract } from "./undo";
import { userContract } from "./user";
import { versionContract } from "./version";

/** All contracts by group: what the client calls, the server serves and the tests walk. */
export const contracts = {
  archive: archiveContract,
  audit: auditContract,
  duplicates: duplicatesContract,
  fetch: fetchContract,
  dav: davContract,
  file: fileContract,
  properties: propertiesContract,
  search: searchContract,
  setting: settingContract,
  share: shareContract,
  space: spaceContract,
  about: aboutContract,
  tab: tabContract,
  task: taskContract,
  upload: uploadContract,
  trash: trashContract,
  undo: undoContract,
  user: userContract,
  version: versionContract,
};

/** All channels by group. */
export const channels = {
  file: fileChannels,
  tab: tabChannels,
  task: taskChannels,
};
