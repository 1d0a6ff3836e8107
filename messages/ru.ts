// Written by scripts/make-messages.mjs from messages/ru/. Do not edit: run `npm run generate`.
import type { Messages } from "./en";
import about from "./ru/about.json";
import account from "./ru/account.json";
import alert from "./ru/alert.json";
import appearance from "./ru/appearance.json";
import archive from "./ru/archive.json";
import audit from "./ru/audit.json";
import auth from "./ru/auth.json";
import backup from "./ru/backup.json";
import containerRule from "./ru/containerRule.json";
import crypto from "./ru/crypto.json";
import disk from "./ru/disk.json";
import docker from "./ru/docker.json";
import dockerImage from "./ru/dockerImage.json";
import dockerLog from "./ru/dockerLog.json";
import dockerMake from "./ru/dockerMake.json";
import documents from "./ru/documents.json";
import drawing from "./ru/drawing.json";
import duplicates from "./ru/duplicates.json";
import editor from "./ru/editor.json";
import environment from "./ru/environment.json";
import errors from "./ru/errors.json";
import factor from "./ru/factor.json";
import fetch from "./ru/fetch.json";
import file from "./ru/file.json";
import hex from "./ru/hex.json";
import imageEdit from "./ru/imageEdit.json";
import invite from "./ru/invite.json";
import layout from "./ru/layout.json";
import markdown from "./ru/markdown.json";
import media from "./ru/media.json";
import metrics from "./ru/metrics.json";
import navindex from "./ru/navindex.json";
import network from "./ru/network.json";
import notify from "./ru/notify.json";
import open from "./ru/open.json";
import pdf from "./ru/pdf.json";
import permissionAreas from "./ru/permissionAreas.json";
import permissions from "./ru/permissions.json";
import picture from "./ru/picture.json";
import processes from "./ru/processes.json";
import properties from "./ru/properties.json";
import role from "./ru/role.json";
import search from "./ru/search.json";
import setting from "./ru/setting.json";
import share from "./ru/share.json";
import space from "./ru/space.json";
import ssh from "./ru/ssh.json";
import stack from "./ru/stack.json";
import systemd from "./ru/systemd.json";
import tab from "./ru/tab.json";
import table from "./ru/table.json";
import task from "./ru/task.json";
import terminal from "./ru/terminal.json";
import toolbox from "./ru/toolbox.json";
import trash from "./ru/trash.json";
import tree from "./ru/tree.json";
import ui from "./ru/ui.json";
import upload from "./ru/upload.json";
import user from "./ru/user.json";
import versions from "./ru/versions.json";
import visit from "./ru/visit.json";
import volume from "./ru/volume.json";

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
