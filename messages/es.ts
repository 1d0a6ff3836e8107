// Written by scripts/make-messages.mjs from messages/es/. Do not edit: run `npm run generate`.
import type { Messages } from "./en";
import about from "./es/about.json";
import account from "./es/account.json";
import alert from "./es/alert.json";
import appearance from "./es/appearance.json";
import archive from "./es/archive.json";
import audit from "./es/audit.json";
import auth from "./es/auth.json";
import backup from "./es/backup.json";
import containerRule from "./es/containerRule.json";
import crypto from "./es/crypto.json";
import disk from "./es/disk.json";
import docker from "./es/docker.json";
import dockerImage from "./es/dockerImage.json";
import dockerLog from "./es/dockerLog.json";
import dockerMake from "./es/dockerMake.json";
import documents from "./es/documents.json";
import drawing from "./es/drawing.json";
import duplicates from "./es/duplicates.json";
import editor from "./es/editor.json";
import environment from "./es/environment.json";
import errors from "./es/errors.json";
import factor from "./es/factor.json";
import fetch from "./es/fetch.json";
import file from "./es/file.json";
import hex from "./es/hex.json";
import imageEdit from "./es/imageEdit.json";
import invite from "./es/invite.json";
import layout from "./es/layout.json";
import markdown from "./es/markdown.json";
import media from "./es/media.json";
import metrics from "./es/metrics.json";
import navindex from "./es/navindex.json";
import network from "./es/network.json";
import notify from "./es/notify.json";
import open from "./es/open.json";
import pdf from "./es/pdf.json";
import permissionAreas from "./es/permissionAreas.json";
import permissions from "./es/permissions.json";
import picture from "./es/picture.json";
import processes from "./es/processes.json";
import properties from "./es/properties.json";
import role from "./es/role.json";
import search from "./es/search.json";
import setting from "./es/setting.json";
import share from "./es/share.json";
import space from "./es/space.json";
import ssh from "./es/ssh.json";
import stack from "./es/stack.json";
import systemd from "./es/systemd.json";
import tab from "./es/tab.json";
import table from "./es/table.json";
import task from "./es/task.json";
import terminal from "./es/terminal.json";
import toolbox from "./es/toolbox.json";
import trash from "./es/trash.json";
import tree from "./es/tree.json";
import ui from "./es/ui.json";
import upload from "./es/upload.json";
import user from "./es/user.json";
import versions from "./es/versions.json";
import visit from "./es/visit.json";
import volume from "./es/volume.json";

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
