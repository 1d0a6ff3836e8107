import { fileChannels, fileContract } from "@/lib/contracts/file";
import { fileTasks } from "./file-tasks";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { chooseBase, getBase } from "./base-switch";
import { copyEntries, moveEntries, removeEntries, removeEntry } from "./change-trees";
import { createFile, createFolder } from "./create-entry";
import { createTicket } from "./create-ticket";
import { download } from "./download";
import { ticketOf } from "@/lib/server/entries/ticket-of";
import { fileUndos } from "./file-undo";
import { findClashes } from "./find-clashes";
import { folderSpace } from "./folder-space";
import { getFile } from "./get-file";
import { guessText } from "./guess-text";
import { measureEntries } from "./measure-entries";
import { renameEntry } from "./rename-entry";
import { saveText } from "./save-text";
import { statEntry } from "./stat-entry";
import { uploadFile } from "./upload-file";
import { watchFolder } from "./watch-folder";

export const fileGroup = group({
  name: "file",
  tasks: fileTasks,
  contract: fileContract,
  json: {
    baseSwitch: chooseBase,
    getBaseSwitch: getBase,
    stat: statEntry,
    guessText,
    space: folderSpace,
    save: { textField: "context", service: saveText },
    remove: removeEntry,
    ticket: createTicket,
    measure: measureEntries,
    removeMany: removeEntries,
    copy: copyEntries,
    cut: moveEntries,
    clashes: findClashes,
    rename: renameEntry,
    createFile,
    createFolder,
  },
  undo: fileUndos,
  channels: serveChannels(fileChannels, { watch: watchFolder }),
  bytes: { get: getFile, upload: uploadFile, download: { service: download, ticket: ticketOf } },
});
