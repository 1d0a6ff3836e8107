// Written by scripts/make-messages.mjs from messages/zh/. Do not edit: run `npm run generate`.
import type { Messages } from "./en";
import about from "./zh/about.json";
import account from "./zh/account.json";
import alert from "./zh/alert.json";
import appearance from "./zh/appearance.json";
import archive from "./zh/archive.json";
import audit from "./zh/audit.json";
import auth from "./zh/auth.json";
import backup from "./zh/backup.json";
import containerRule from "./zh/containerRule.json";
import crypto from "./zh/crypto.json";
import disk from "./zh/disk.json";
import docker from "./zh/docker.json";
import dockerImage from "./zh/dockerImage.json";
import dockerLog from "./zh/dockerLog.json";
import dockerMake from "./zh/dockerMake.json";
import documents from "./zh/documents.json";
import drawing from "./zh/drawing.json";
import duplicates from "./zh/duplicates.json";
import editor from "./zh/editor.json";
import environment from "./zh/environment.json";
import errors from "./zh/errors.json";
import factor from "./zh/factor.json";
import fetch from "./zh/fetch.json";
import file from "./zh/file.json";
import hex from "./zh/hex.json";
import imageEdit from "./zh/imageEdit.json";
import invite from "./zh/invite.json";
import layout from "./zh/layout.json";
import markdown from "./zh/markdown.json";
import media from "./zh/media.json";
import metrics from "./zh/metrics.json";
import navindex from "./zh/navindex.json";
import network from "./zh/network.json";
import notify from "./zh/notify.json";
import open from "./zh/open.json";
import pdf from "./zh/pdf.json";
import permissionAreas from "./zh/permissionAreas.json";
import permissions from "./zh/permissions.json";
import picture from "./zh/picture.json";
import processes from "./zh/processes.json";
import properties from "./zh/properties.json";
import role from "./zh/role.json";
import search from "./zh/search.json";
import setting from "./zh/setting.json";
import share from "./zh/share.json";
import space from "./zh/space.json";
import ssh from "./zh/ssh.json";
import stack from "./zh/stack.json";
import systemd from "./zh/systemd.json";
import tab from "./zh/tab.json";
import table from "./zh/table.json";
import task from "./zh/task.json";
import terminal from "./zh/terminal.json";
import toolbox from "./zh/toolbox.json";
import trash from "./zh/trash.json";
import tree from "./zh/tree.json";
import ui from "./zh/ui.json";
import upload from "./zh/upload.json";
import user from "./zh/user.json";
import versions from "./zh/versions.json";
import visit from "./zh/visit.json";
import volume from "./zh/volume.json";

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
