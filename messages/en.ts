// Written by scripts/make-messages.mjs from messages/en/. Do not edit: run `npm run generate`.
import about from "./en/about.json";
import account from "./en/account.json";
import alert from "./en/alert.json";
import appearance from "./en/appearance.json";
import archive from "./en/archive.json";
import audit from "./en/audit.json";
import auth from "./en/auth.json";
import backup from "./en/backup.json";
import containerRule from "./en/containerRule.json";
import crypto from "./en/crypto.json";
import disk from "./en/disk.json";
import docker from "./en/docker.json";
import dockerImage from "./en/dockerImage.json";
import dockerLog from "./en/dockerLog.json";
import dockerMake from "./en/dockerMake.json";
import documents from "./en/documents.json";
import drawing from "./en/drawing.json";
import duplicates from "./en/duplicates.json";
import editor from "./en/editor.json";
import environment from "./en/environment.json";
import errors from "./en/errors.json";
import factor from "./en/factor.json";
import fetch from "./en/fetch.json";
import file from "./en/file.json";
import hex from "./en/hex.json";
import imageEdit from "./en/imageEdit.json";
import invite from "./en/invite.json";
import layout from "./en/layout.json";
import markdown from "./en/markdown.json";
import media from "./en/media.json";
import metrics from "./en/metrics.json";
import navindex from "./en/navindex.json";
import network from "./en/network.json";
import notify from "./en/notify.json";
import open from "./en/open.json";
import pdf from "./en/pdf.json";
import permissionAreas from "./en/permissionAreas.json";
import permissions from "./en/permissions.json";
import picture from "./en/picture.json";
import processes from "./en/processes.json";
import properties from "./en/properties.json";
import role from "./en/role.json";
import search from "./en/search.json";
import setting from "./en/setting.json";
import share from "./en/share.json";
import space from "./en/space.json";
import ssh from "./en/ssh.json";
import stack from "./en/stack.json";
import systemd from "./en/systemd.json";
import tab from "./en/tab.json";
import table from "./en/table.json";
import task from "./en/task.json";
import terminal from "./en/terminal.json";
import toolbox from "./en/toolbox.json";
import trash from "./en/trash.json";
import tree from "./en/tree.json";
import ui from "./en/ui.json";
import upload from "./en/upload.json";
import user from "./en/user.json";
import versions from "./en/versions.json";
import visit from "./en/visit.json";
import volume from "./en/volume.json";

export const messages = {
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

/** The words of the screen; a language that lacks one does not compile. */
export type Messages = typeof messages;
