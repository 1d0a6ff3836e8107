import { shareContract } from "@/lib/contracts/share";
import { AppError, isAppError } from "@/lib/shared/errors";
import { nameOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { sendText } from "@/lib/server/entries/send-text";
import { inlineTypeOf } from "@/lib/server/entries/content-type";
import { sendFile } from "@/lib/server/entries/send-file";
import { sendListing } from "@/lib/server/entries/send-listing";
import { sendArchive } from "@/lib/server/file/send-archive";
import { sendThumbnailOf } from "@/lib/server/preview/send-thumbnail";
import { toFileEntry } from "@/lib/server/entries/to-file-entry";
import type { FileEntry } from "@/lib/contracts/file";
import type { ByteService } from "@/lib/server/http/route";
import type { Service } from "@/lib/server/http/service";
import { countDownload, countVisit } from "./count-use";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import { isUsedUp, itemsTogether, openShareFor, type OpenShare } from "./open-share";

export const visitShare: Service<typeof shareContract.visitShare> = async ({ link }, ctx) => {
  const share = await openShareFor(shareContract.visitShare, link, ctx);
  if (isUsedUp(share.row)) throw new AppError("share/used-up");
  await countVisit(share, ctx);
  const { row, mode, limits } = share;
  return {
    mode,
    title: row.title,
    note: row.note,
    expires_at: row.expiresAt?.getTime() ?? null,
    downloads_left: row.maxDownloads === null ? null : row.maxDownloads - row.downloads,
    limits,
    files_left: limits.max_files === null ? null : Math.max(0, limits.max_files - row.uploads),
    bytes_left: limits.max_bytes === null ? null : Math.max(0, limits.max_bytes - Number(row.uploadedBytes)),
    entries: mode === "upload" ? [] : await entriesOf(share),
  };
};

/** The shared entries themselves, under the names that they have in the share. */
async function entriesOf({ items, storage }: OpenShare): Promise<FileEntry[]> {
  const found = items.map((): FileEntry | null => null);
  await eachParallel(items, itemsTogether, async ({ id }, index) => {
    const path = parseVirtualPath(id);
    if (path === null) return;
    try {
      found[index] = { ...toFileEntry(await storage.entry(path)), name: id };
    } catch (error) {
      if (!isAppError(error)) throw error; // gone meanwhile
    }
  });
  return found.filter((entry) => entry !== null);
}

export const visitFolder: ByteService<typeof shareContract.visitFolder> = async ({ link, path }, ctx, wire) => {
  const share = await openShareFor(shareContract.visitFolder, link, ctx, path);
  if (isUsedUp(share.row)) throw new AppError("share/used-up");
  const { kind, mtimeMs } = await share.storage.stat(path);
  if (kind !== "folder") throw new AppError("file/not-folder");
  const listing = { folder: path, writable: false, stamp: mtimeMs, query: {} };
  await sendListing(listing, { ...ctx, storage: share.storage }, wire);
};

export const visitText: ByteService<typeof shareContract.visitText> = async ({ link, path, encoding }, ctx, wire) => {
  const share = await openShareFor(shareContract.visitText, link, ctx, path);
  await assertFile(share, path);
  await countShown(share, path, ctx);
  await sendText({ path, encoding, ignoreSize: false, ends: false }, { ...ctx, storage: share.storage }, wire);
};

export const visitFile: ByteService<typeof shareContract.visitFile> = async ({ link, path, inline }, ctx, wire) => {
  const share = await openShareFor(shareContract.visitFile, link, ctx, path);
  const isShown = inline && inlineTypeOf(nameOf(path)) !== null;
  if (!isShown && share.mode === "view") throw new AppError("share/mode");
  await assertFile(share, path);
  if (isShown) await countShown(share, path, ctx);
  else if (wire.req.method !== "HEAD") await countDownload(share, { kind: "download", target: path }, ctx);
  await sendFile({ path, isInline: isShown, isCached: false }, { ...ctx, storage: share.storage }, wire);
};

/** Not counted: it is what a list shows of a file. Where downloads are limited there is none, so that nothing is seen that was not counted. */
export const visitThumbnail: ByteService<typeof shareContract.visitThumbnail> = async (input, ctx, wire) => {
  const { link, path, size, v } = input;
  const share = await openShareFor(shareContract.visitThumbnail, link, ctx, path);
  if (share.row.maxDownloads !== null) throw new AppError("share/mode");
  await sendThumbnailOf({ path, size, isCached: v !== undefined }, { ...ctx, storage: share.storage }, wire);
};

/** Refused before it is counted: what is not there is no download. */
async function assertFile({ storage }: OpenShare, path: VirtualPath): Promise<void> {
  if ((await storage.stat(path)).kind === "folder") throw new AppError("file/not-file");
}

/** What is seen has been got: where downloads are limited, looking is one. */
async function countShown(share: OpenShare, path: VirtualPath, ctx: Parameters<typeof countDownload>[2]) {
  if (share.row.maxDownloads !== null) await countDownload(share, { kind: "download", target: path }, ctx);
}

export const visitZip: ByteService<typeof shareContract.visitZip> = async ({ link, path }, ctx, wire) => {
  const share = await openShareFor(shareContract.visitZip, link, ctx, path);
  const all = share.items.map(({ id }) => parseVirtualPath(id)).filter((item) => item !== null);
  const files = path === undefined ? all : [path];
  // As above.
  for (const file of files) await share.storage.stat(file);
  if (wire.req.method !== "HEAD") await countDownload(share, { kind: "zip", target: path ?? "*" }, ctx);
  const name = `${path === undefined ? share.row.title : nameOf(path)}.zip`;
  await sendArchive({ files, name, format: "zip" }, { ...ctx, storage: share.storage }, wire);
};
