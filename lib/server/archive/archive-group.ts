import { archiveContract } from "@/lib/contracts/archive";
import { ticketOf } from "@/lib/server/entries/ticket-of";
import { group } from "@/lib/server/group/group";
import { compressEntries } from "./compress-entries";
import { extractArchive } from "./extract-archive";
import { listArchive } from "./list-archive";
import { readEntry } from "./read-entry";

export const archiveGroup = group({
  name: "archive",
  contract: archiveContract,
  json: { compress: compressEntries, extract: extractArchive },
  bytes: { list: { service: listArchive, hasJsonBody: true }, readEntry: { service: readEntry, ticket: ticketOf } },
});
