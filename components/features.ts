import type { Feature } from "@/components/registry/feature";
import { aboutFeature } from "./about/about-feature";
import { alertFeature } from "./alert/alert-feature";
import { appearanceFeature } from "./appearance/appearance-feature";
import { archiveFeature } from "./archive/archive-feature";
import { auditFeature } from "./audit/audit-feature";
import { backupFeature } from "./backup/backup-feature";
import { diskFeature } from "./disk/disk-feature";
import { dockerFeature } from "./docker/docker-feature";
import { downloadFeature } from "./download/download-feature";
import { cryptoFeature } from "./crypto/crypto-feature";
import { documentsFeature } from "./documents/documents-feature";
import { drawingFeature } from "./drawing/drawing-feature";
import { duplicatesFeature } from "./duplicates/duplicates-feature";
import { editorFeature } from "./editor/editor-feature";
import { environmentFeature } from "./environment/environment-feature";
import { fetchFeature } from "./fetch/fetch-feature";
import { fileFeature } from "./file/file-feature";
import { retouchFeature } from "./retouch/retouch-feature";
import { mediaFeature } from "./media/media-feature";
import { metricsFeature } from "./metrics/metrics-feature";
import { notifyFeature } from "./notify/notify-feature";
import { navindexFeature } from "./navindex/navindex-feature";
import { networkFeature } from "./network/network-feature";
import { pictureFeature } from "./picture/picture-feature";
import { processesFeature } from "./processes/processes-feature";
import { propertiesFeature } from "./properties/properties-feature";
import { searchFeature } from "./search/search-feature";
import { settingFeature } from "./setting/setting-feature";
import { shareFeature } from "./share/share-feature";
import { spaceFeature } from "./space/space-feature";
import { sshFeature } from "./ssh/ssh-feature";
import { stackFeature } from "./stack/stack-feature";
import { systemdFeature } from "./systemd/systemd-feature";
import { tabFeature } from "./tab/tab-feature";
import { taskFeature } from "./task/task-feature";
import { terminalFeature } from "./terminal/terminal-feature";
import { toolboxFeature } from "./toolbox/toolbox-feature";
import { transferFeature } from "./transfer/transfer-feature";
import { trashFeature } from "./trash/trash-feature";
import { uploadFeature } from "./upload/upload-feature";
import { userFeature } from "./user/user-feature";
import { versionsFeature } from "./versions/versions-feature";
import { tableFeature } from "./table/table-feature";
import { treeFeature } from "./tree/tree-feature";
import { hexFeature } from "./hex/hex-feature";
import { volumeFeature } from "./volume/volume-feature";
import { viewerFeature } from "./viewer/viewer-feature";

/** The features of the console, each a folder beside this file. Read by `app/` alone. */
export const consoleFeatures: readonly Feature[] = [
  fileFeature,
  searchFeature,
  uploadFeature,
  downloadFeature,
  transferFeature,
  tabFeature,
  taskFeature,
  shareFeature,
  archiveFeature,
  fetchFeature,
  spaceFeature,
  duplicatesFeature,
  versionsFeature,
  propertiesFeature,
  retouchFeature,
  mediaFeature,
  viewerFeature,
  pictureFeature,
  documentsFeature,
  tableFeature,
  treeFeature,
  hexFeature,
  editorFeature,
  drawingFeature,
  appearanceFeature,
  backupFeature,
  navindexFeature,
  metricsFeature,
  alertFeature,
  notifyFeature,
  terminalFeature,
  sshFeature,
  cryptoFeature,
  toolboxFeature,
  environmentFeature,
  processesFeature,
  diskFeature,
  dockerFeature,
  stackFeature,
  volumeFeature,
  networkFeature,
  systemdFeature,
  trashFeature,
  userFeature,
  auditFeature,
  aboutFeature,
  settingFeature,
];
