import { archiveContract } from "@/lib/contracts/archive";
import { ticketOf } from "@/lib/server/entries/ticket-of";
import { defineTask } from "@/lib/server/group/define-task";
import { group } from "@/lib/server/group/group";
import { compressEntries } from "./compress-entries";
import { extractArchive } from "./extract-archive";
import { listArchive } from "./list-archive";
import { readEntry } from "./read-entry";

export const archiveGroup = group({
  name: "archive",
  tasks: [
    defineTask({ kind: "compress", access: "filecat_file_context_update_upload_created_copy_decompression" }),
    defineTask({ kind: "extract", access: "filecat_file_context_update_upload_created_copy_decompression" }),
  ],
  contract: archiveContract,
  json: { compress: compressEntries, extract: extractArchive },
  bytes: { list: { service: listArchive, hasJsonBody: true }, readEntry: { service: readEntry, ticket: ticketOf } },
});
