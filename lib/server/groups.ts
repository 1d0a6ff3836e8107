import { aboutGroup } from "./about/about-group";
import { alertGroup } from "./alert/alert-group";
import { appearanceGroup } from "./appearance/appearance-group";
import { archiveGroup } from "./archive/archive-group";
import { auditGroup } from "./audit/audit-group";
import { backupGroup } from "./backup/backup-group";
import { cryptoGroup } from "./crypto/crypto-group";
import { davGroup } from "./dav/dav-group";
import { diskGroup } from "./disk/disk-group";
import { dockerGroup } from "./docker/docker-group";
import { duplicatesGroup } from "./duplicates/duplicates-group";
import { environmentGroup } from "./environment/environment-group";
import { fetchGroup } from "./fetch/fetch-group";
import { fileGroup } from "./file/file-group";
import { imageEditGroup } from "./image-edit/image-edit-group";
import { mediaGroup } from "./media/media-group";
import { metricsGroup } from "./metrics/metrics-group";
import { notifyGroup } from "./notify/notify-group";
import { navindexGroup } from "./navindex/navindex-group";
import { networkGroup } from "./network/network-group";
import { previewGroup } from "./preview/preview-group";
import { processesGroup } from "./processes/processes-group";
import { propertiesGroup } from "./properties/properties-group";
import { ratingGroup } from "./rating/rating-group";
import { searchGroup } from "./search/search-group";
import { settingGroup } from "./setting/setting-group";
import { shareGroup } from "./share/share-group";
import { spaceGroup } from "./space/space-group";
import { sshGroup } from "./ssh/ssh-group";
import { stackGroup } from "./stack/stack-group";
import { systemdGroup } from "./systemd/systemd-group";
import { tabGroup } from "./tab/tab-group";
import { taskGroup } from "./task/task-group";
import { terminalGroup } from "./terminal/terminal-group";
import { trashGroup } from "./trash/trash-group";
import { undoGroup } from "./undo/undo-group";
import { uploadGroup } from "./upload/upload-group";
import { userGroup } from "./user/user-group";
import { volumeGroup } from "./volume/volume-group";
import type { Group } from "./group/group";

/** Every group of the server. They are started in this order, and nothing but `start/` reads this list. */
export const groups: readonly Group[] = [
  aboutGroup,
  appearanceGroup,
  archiveGroup,
  auditGroup,
  backupGroup,
  cryptoGroup,
  davGroup,
  diskGroup,
  dockerGroup,
  duplicatesGroup,
  environmentGroup,
  fetchGroup,
  fileGroup,
  imageEditGroup,
  mediaGroup,
  metricsGroup,
  notifyGroup,
  alertGroup,
  navindexGroup,
  networkGroup,
  previewGroup,
  processesGroup,
  propertiesGroup,
  ratingGroup,
  searchGroup,
  settingGroup,
  shareGroup,
  spaceGroup,
  sshGroup,
  stackGroup,
  systemdGroup,
  tabGroup,
  taskGroup,
  terminalGroup,
  trashGroup,
  undoGroup,
  uploadGroup,
  userGroup,
  volumeGroup,
];
