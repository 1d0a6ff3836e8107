import { finished } from "node:stream/promises";
import yazl from "yazl";
import { joinVirtualPath, nameOf, type VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/ctx";
import type { Wire } from "@/lib/server/http/hot-table";
import type { Entry } from "@/lib/server/storage/storage";
import { disposition } from "./content-type";

type Item = { path: VirtualPath; nameInZip: string };

/** Already compressed: deflating them again costs time and gains nothing. */
const packed =
  /\.(?:jpe?g|png|gif|webp|avif|heic|mp[34]|m4[av]|mov|mkv|webm|avi|ogg|opus|flac|zip|gz|tgz|bz2|xz|zst|7z|rar|pdf|docx|xlsx|pptx|apk|jar)$/i;

/**
 * Streams a zip without a temporary file. Links are left out; an entry that fails while reading breaks the connection, so
 * that the receiver knows the archive is not whole.
 */
export async function sendZip(
  { files, name }: { files: readonly VirtualPath[]; name: string },
  ctx: Ctx,
  wire: Wire,
): Promise<void> {
  const { res } = wire;
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
    for (const path of files) await addEntry(zip, { path, nameInZip: nameOf(path) }, ctx);
    zip.end();
    await finished(res, { signal: ctx.signal });
  } catch (error) {
    if (!ctx.signal.aborted) throw error;
  }
}

async function addEntry(zip: yazl.ZipFile, item: Item, ctx: Ctx): Promise<void> {
  const waiting: { item: Item; entry: Entry | null }[] = [{ item, entry: null }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    ctx.signal.throwIfAborted();
    const { path, nameInZip } = next.item;
    const entry = next.entry ?? (await ctx.storage.entry(path));
    if (entry.kind === "folder") {
      zip.addEmptyDirectory(nameInZip.toWellFormed(), { mtime: new Date(entry.mtimeMs), mode: 0o40000 + entry.mode });
      for await (const page of ctx.storage.list(path, ctx.signal))
        for (const child of page)
          waiting.push({
            item: { path: joinVirtualPath(path, child.name), nameInZip: `${nameInZip}/${child.name}` },
            entry: child,
          });
    } else if (entry.kind === "file") await addFile(zip, next.item, ctx);
  }
}

/** Opens a file only when its turn has come, and waits until the zip has taken it: one descriptor at a time. */
async function addFile(zip: yazl.ZipFile, { path, nameInZip }: Item, ctx: Ctx): Promise<void> {
  const file = await ctx.storage.open(path);
  try {
    const stream = file.stream();
    zip.addReadStream(stream, nameInZip.toWellFormed(), {
      mtime: new Date(file.stat.mtimeMs),
      mode: 0o100000 + file.stat.mode,
      compress: !packed.test(nameInZip),
    });
    await finished(stream, { signal: ctx.signal, writable: false });
  } finally {
    await file.close();
  }
}
