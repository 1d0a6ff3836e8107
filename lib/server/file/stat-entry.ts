import type { fileContract } from "@/lib/contracts/file";
import type { Service } from "@/lib/server/http/service";
import { toFileEntry } from "@/lib/server/entries/to-file-entry";

/** The entry as listed, and with what it leads to: its ETag and whether it may be changed. */
export const statEntry: Service<typeof fileContract.stat> = async ({ path }, { storage }) => {
  const entry = await storage.entry(path);
  const canFollow = entry.link === undefined || !["missing", "outside"].includes(entry.link.leadsTo);
  const target = canFollow ? await storage.stat(path) : null;
  return { ...toFileEntry(entry), etag: target?.etag ?? null, writable: target?.writable ?? false };
};
