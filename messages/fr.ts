// Written by scripts/make-messages.mjs from messages/fr/. Do not edit: run `npm run generate`.
import type { Messages } from "./en";
import about from "./fr/about.json";
import account from "./fr/account.json";
import alert from "./fr/alert.json";
import appearance from "./fr/appearance.json";
import archive from "./fr/archive.json";
import audit from "./fr/audit.json";
import auth from "./fr/auth.json";
import backup from "./fr/backup.json";
import containerRule from "./fr/containerRule.json";
import crypto from "./fr/crypto.json";
import disk from "./fr/disk.json";
import docker from "./fr/docker.json";
import dockerImage from "./fr/dockerImage.json";
import dockerLog from "./fr/dockerLog.json";
import dockerMake from "./fr/dockerMake.json";
import documents from "./fr/documents.json";
import drawing from "./fr/drawing.json";
import duplicates from "./fr/duplicates.json";
import editor from "./fr/editor.json";
import environment from "./fr/environment.json";
import errors from "./fr/errors.json";
import factor from "./fr/factor.json";
import fetch from "./fr/fetch.json";
import file from "./fr/file.json";
import hex from "./fr/hex.json";
import imageEdit from "./fr/imageEdit.json";
import invite from "./fr/invite.json";
import layout from "./fr/layout.json";
import markdown from "./fr/markdown.json";
import media from "./fr/media.json";
import metrics from "./fr/metrics.json";
import navindex from "./fr/navindex.json";
import network from "./fr/network.json";
import notify from "./fr/notify.json";
import open from "./fr/open.json";
import pdf from "./fr/pdf.json";
import permissionAreas from "./fr/permissionAreas.json";
import permissions from "./fr/permissions.json";
import picture from "./fr/picture.json";
import processes from "./fr/processes.json";
import properties from "./fr/properties.json";
import role from "./fr/role.json";
import search from "./fr/search.json";
import setting from "./fr/setting.json";
import share from "./fr/share.json";
import space from "./fr/space.json";
import ssh from "./fr/ssh.json";
import stack from "./fr/stack.json";
import systemd from "./fr/systemd.json";
import tab from "./fr/tab.json";
import table from "./fr/table.json";
import task from "./fr/task.json";
import terminal from "./fr/terminal.json";
import toolbox from "./fr/toolbox.json";
import trash from "./fr/trash.json";
import tree from "./fr/tree.json";
import ui from "./fr/ui.json";
import upload from "./fr/upload.json";
import user from "./fr/user.json";
import versions from "./fr/versions.json";
import visit from "./fr/visit.json";
import volume from "./fr/volume.json";

export const messages: Messages = {
  about,
  account,
  alert,
  appearance,
  archive,
  audit,
  auth,
  backup,
  containerRule,
  crypto,
  disk,
  docker,
  dockerImage,
  dockerLog,
  dockerMake,
  documents,
  drawing,
  duplicates,
  editor,
  environment,
  errors,
  factor,
  fetch,
  file,
  hex,
  imageEdit,
  invite,
  layout,
  markdown,
  media,
  metrics,
  navindex,
  network,
  notify,
  open,
  pdf,
  permissionAreas,
  permissions,
  picture,
  processes,
  properties,
  role,
  search,
  setting,
  share,
  space,
  ssh,
  stack,
  systemd,
  tab,
  table,
  task,
  terminal,
  toolbox,
  trash,
  tree,
  ui,
  upload,
  user,
  versions,
  visit,
  volume,
};
