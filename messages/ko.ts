// Written by scripts/make-messages.mjs from messages/ko/. Do not edit: run `npm run generate`.
import type { Messages } from "./en";
import about from "./ko/about.json";
import account from "./ko/account.json";
import alert from "./ko/alert.json";
import appearance from "./ko/appearance.json";
import archive from "./ko/archive.json";
import audit from "./ko/audit.json";
import auth from "./ko/auth.json";
import backup from "./ko/backup.json";
import containerRule from "./ko/containerRule.json";
import crypto from "./ko/crypto.json";
import disk from "./ko/disk.json";
import docker from "./ko/docker.json";
import dockerImage from "./ko/dockerImage.json";
import dockerLog from "./ko/dockerLog.json";
import dockerMake from "./ko/dockerMake.json";
import documents from "./ko/documents.json";
import drawing from "./ko/drawing.json";
import duplicates from "./ko/duplicates.json";
import editor from "./ko/editor.json";
import environment from "./ko/environment.json";
import errors from "./ko/errors.json";
import factor from "./ko/factor.json";
import fetch from "./ko/fetch.json";
import file from "./ko/file.json";
import hex from "./ko/hex.json";
import imageEdit from "./ko/imageEdit.json";
import invite from "./ko/invite.json";
import layout from "./ko/layout.json";
import markdown from "./ko/markdown.json";
import media from "./ko/media.json";
import metrics from "./ko/metrics.json";
import navindex from "./ko/navindex.json";
import network from "./ko/network.json";
import notify from "./ko/notify.json";
import open from "./ko/open.json";
import pdf from "./ko/pdf.json";
import permissionAreas from "./ko/permissionAreas.json";
import permissions from "./ko/permissions.json";
import picture from "./ko/picture.json";
import processes from "./ko/processes.json";
import properties from "./ko/properties.json";
import role from "./ko/role.json";
import search from "./ko/search.json";
import setting from "./ko/setting.json";
import share from "./ko/share.json";
import space from "./ko/space.json";
import ssh from "./ko/ssh.json";
import stack from "./ko/stack.json";
import systemd from "./ko/systemd.json";
import tab from "./ko/tab.json";
import table from "./ko/table.json";
import task from "./ko/task.json";
import terminal from "./ko/terminal.json";
import toolbox from "./ko/toolbox.json";
import trash from "./ko/trash.json";
import tree from "./ko/tree.json";
import ui from "./ko/ui.json";
import upload from "./ko/upload.json";
import user from "./ko/user.json";
import versions from "./ko/versions.json";
import visit from "./ko/visit.json";
import volume from "./ko/volume.json";

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
