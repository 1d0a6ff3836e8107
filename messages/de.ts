// Written by scripts/make-messages.mjs from messages/de/. Do not edit: run `npm run generate`.
import type { Messages } from "./en";
import about from "./de/about.json";
import account from "./de/account.json";
import alert from "./de/alert.json";
import appearance from "./de/appearance.json";
import archive from "./de/archive.json";
import audit from "./de/audit.json";
import auth from "./de/auth.json";
import backup from "./de/backup.json";
import containerRule from "./de/containerRule.json";
import crypto from "./de/crypto.json";
import disk from "./de/disk.json";
import docker from "./de/docker.json";
import dockerImage from "./de/dockerImage.json";
import dockerLog from "./de/dockerLog.json";
import dockerMake from "./de/dockerMake.json";
import documents from "./de/documents.json";
import drawing from "./de/drawing.json";
import duplicates from "./de/duplicates.json";
import editor from "./de/editor.json";
import environment from "./de/environment.json";
import errors from "./de/errors.json";
import factor from "./de/factor.json";
import fetch from "./de/fetch.json";
import file from "./de/file.json";
import hex from "./de/hex.json";
import imageEdit from "./de/imageEdit.json";
import invite from "./de/invite.json";
import layout from "./de/layout.json";
import markdown from "./de/markdown.json";
import media from "./de/media.json";
import metrics from "./de/metrics.json";
import navindex from "./de/navindex.json";
import network from "./de/network.json";
import notify from "./de/notify.json";
import open from "./de/open.json";
import pdf from "./de/pdf.json";
import permissionAreas from "./de/permissionAreas.json";
import permissions from "./de/permissions.json";
import picture from "./de/picture.json";
import processes from "./de/processes.json";
import properties from "./de/properties.json";
import role from "./de/role.json";
import search from "./de/search.json";
import setting from "./de/setting.json";
import share from "./de/share.json";
import space from "./de/space.json";
import ssh from "./de/ssh.json";
import stack from "./de/stack.json";
import systemd from "./de/systemd.json";
import tab from "./de/tab.json";
import table from "./de/table.json";
import task from "./de/task.json";
import terminal from "./de/terminal.json";
import toolbox from "./de/toolbox.json";
import trash from "./de/trash.json";
import tree from "./de/tree.json";
import ui from "./de/ui.json";
import upload from "./de/upload.json";
import user from "./de/user.json";
import versions from "./de/versions.json";
import visit from "./de/visit.json";
import volume from "./de/volume.json";

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
