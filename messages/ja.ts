// Written by scripts/make-messages.mjs from messages/ja/. Do not edit: run `npm run generate`.
import type { Messages } from "./en";
import about from "./ja/about.json";
import account from "./ja/account.json";
import alert from "./ja/alert.json";
import appearance from "./ja/appearance.json";
import archive from "./ja/archive.json";
import audit from "./ja/audit.json";
import auth from "./ja/auth.json";
import backup from "./ja/backup.json";
import containerRule from "./ja/containerRule.json";
import crypto from "./ja/crypto.json";
import disk from "./ja/disk.json";
import docker from "./ja/docker.json";
import dockerImage from "./ja/dockerImage.json";
import dockerLog from "./ja/dockerLog.json";
import dockerMake from "./ja/dockerMake.json";
import documents from "./ja/documents.json";
import drawing from "./ja/drawing.json";
import duplicates from "./ja/duplicates.json";
import editor from "./ja/editor.json";
import environment from "./ja/environment.json";
import errors from "./ja/errors.json";
import factor from "./ja/factor.json";
import fetch from "./ja/fetch.json";
import file from "./ja/file.json";
import hex from "./ja/hex.json";
import imageEdit from "./ja/imageEdit.json";
import invite from "./ja/invite.json";
import layout from "./ja/layout.json";
import markdown from "./ja/markdown.json";
import media from "./ja/media.json";
import metrics from "./ja/metrics.json";
import navindex from "./ja/navindex.json";
import network from "./ja/network.json";
import notify from "./ja/notify.json";
import open from "./ja/open.json";
import pdf from "./ja/pdf.json";
import permissionAreas from "./ja/permissionAreas.json";
import permissions from "./ja/permissions.json";
import picture from "./ja/picture.json";
import processes from "./ja/processes.json";
import properties from "./ja/properties.json";
import role from "./ja/role.json";
import search from "./ja/search.json";
import setting from "./ja/setting.json";
import share from "./ja/share.json";
import space from "./ja/space.json";
import ssh from "./ja/ssh.json";
import stack from "./ja/stack.json";
import systemd from "./ja/systemd.json";
import tab from "./ja/tab.json";
import table from "./ja/table.json";
import task from "./ja/task.json";
import terminal from "./ja/terminal.json";
import toolbox from "./ja/toolbox.json";
import trash from "./ja/trash.json";
import tree from "./ja/tree.json";
import ui from "./ja/ui.json";
import upload from "./ja/upload.json";
import user from "./ja/user.json";
import versions from "./ja/versions.json";
import visit from "./ja/visit.json";
import volume from "./ja/volume.json";

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
