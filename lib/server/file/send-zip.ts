import { finished } from "node:stream/promises";
import yazl from "yazl";
import type { VirtualPath } from "@/lib/shared/paths";
import { fillZip } from "@/lib/server/archive/fill-zip";
import { walkEntries } from "@/lib/server/archive/walk-entries";
import type { Ctx } from "@/lib/server/ctx";
import type { Wire } from "@/lib/server/http/hot-table";
import { disposition } from "./content-type";

/**
 * Streams a zip without a temporary file. Links are left out; an entry that fails while reading breaks the connection, so
 * that the receiver knows the archive is not whole.
 */
export async function sendZip(
  { files, name }: { files: readonly VirtualPath[]; name: string },
  { storage, signal }: Pick<Ctx, "storage" | "signal">,
  { res }: Wire,
): Promise<void> {
  const zip = new yazl.ZipFile();
  res.writeHead(200, {
    "content-type": "application/zip",
    "content-disposition": disposition("attachment", name),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  zip.outputStream.pipe(res);
  zip.on("error", () => res.destroy());
  try {
    await fillZip(zip, { entries: walkEntries(storage, files, signal), storage, signal });
    await finished(res, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
