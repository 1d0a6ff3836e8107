import { alertChannels, alertContract } from "./alert";
import { appearanceContract } from "./appearance";
import { archiveContract } from "./archive";
import { auditContract } from "./audit";
import { backupContract } from "./backup";
import { cryptoContract } from "./crypto";
import { diskChannels, diskContract } from "./disk";
import { dockerChannels, dockerContract } from "./docker";
import { duplicatesContract } from "./duplicates";
import { environmentContract } from "./environment";
import { fetchContract } from "./fetch";
import { davContract } from "./dav";
import { fileChannels, fileContract } from "./file";
import { imageEditContract } from "./image-edit";
import { mediaContract } from "./media";
import { metricsChannels, metricsContract } from "./metrics";
import { notifyChannels, notifyContract } from "./notify";
import { navindexChannels, navindexContract } from "./navindex";
import { previewContract } from "./preview";
import { processesChannels, processesContract } from "./processes";
import { propertiesContract } from "./properties";
import { ratingContract } from "./rating";
import { searchContract } from "./search";
import { settingContract } from "./setting";
import { shareChannels, shareContract } from "./share";
import { spaceContract } from "./space";
import { aboutContract } from "./about";
import { sshChannels, sshContract } from "./ssh";
import { stackChannels, stackContract } from "./stack";
import { systemdChannels, systemdContract } from "./systemd";
import { tabChannels, tabContract } from "./tab";
import { taskChannels, taskContract } from "./task";
import { terminalChannels, terminalContract } from "./terminal";
import { uploadChannels, uploadContract } from "./upload";
import { trashContract } from "./trash";
import { undoContract } from "./undo";
import { userContract } from "./user";
import { networkChannels, networkContract } from "./network";
import { volumeChannels, volumeContract } from "./volume";
import { versionContract } from "./version";

/** All contracts by group: what the client calls, the server serves and the tests walk. */
export const contracts = {
  alert: alertContract,
  appearance: appearanceContract,
  archive: archiveContract,
  audit: auditContract,
  backup: backupContract,
  crypto: cryptoContract,
  disk: diskContract,
  docker: dockerContract,
  duplicates: duplicatesContract,
  environment: environmentContract,
  fetch: fetchContract,
  dav: davContract,
  file: fileContract,
  imageEdit: imageEditContract,
  navindex: navindexContract,
  network: networkContract,
  media: mediaContract,
  metrics: metricsContract,
  notify: notifyContract,
  preview: previewContract,
  processes: processesContract,
  properties: propertiesContract,
  rating: ratingContract,
  search: searchContract,
  setting: settingContract,
  share: shareContract,
  space: spaceContract,
  about: aboutContract,
  ssh: sshContract,
  stack: stackContract,
  systemd: systemdContract,
  tab: tabContract,
  task: taskContract,
  terminal: terminalContract,
  upload: uploadContract,
  trash: trashContract,
  undo: undoContract,
  user: userContract,
  version: versionContract,
  volume: volumeContract,
};

/** All channels by group. */
export const channels = {
  disk: diskChannels,
  alert: alertChannels,
  docker: dockerChannels,
  file: fileChannels,
  navindex: navindexChannels,
  network: networkChannels,
  metrics: metricsChannels,
  notify: notifyChannels,
  processes: processesChannels,
  ssh: sshChannels,
  share: shareChannels,
  stack: stackChannels,
  systemd: systemdChannels,
  tab: tabChannels,
  task: taskChannels,
  terminal: terminalChannels,
  upload: uploadChannels,
  volume: volumeChannels,
};
