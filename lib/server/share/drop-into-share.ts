import type { shareContract } from "@/lib/contracts/share";
import { AppError } from "@/lib/shared/errors";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { getApp } from "@/lib/server/app";
import type { Ctx } from "@/lib/server/ctx";
import type { ByteService } from "@/lib/server/http/hot-table";
import { remember } from "@/lib/server/remember";
import { networkOf } from "@/lib/server/session/throttle";
import * as tus from "@/lib/server/upload/tus-service";
import type { PlannedUpload, UploadGate } from "@/lib/server/upload/upload-gate";
import { assertMode, openShare, type OpenShare } from "./open-share";
import { unfinishedDrops } from "./unfinished-drops";

function turns(): Map<string, Promise<void>> {
  return remember("share-turns", () => new Map<string, Promise<void>>());
}

/** One after the other, from asking whether a file is taken until it is in the table: two at once must not both be the last. */
async function takeTurn(id: string): Promise<() => void> {
  const before = turns().get(id) ?? Promise.resolve();
  let end = () => {};
  const own = new Promise<void>((resolve) => {
    end = resolve;
  });
  const tail = before.then(() => own);
  turns().set(id, tail);
  await before;
  return () => {
    end();
    if (turns().get(id) === tail) turns().delete(id);
  };
}

async function openDrop(link: string, ctx: Ctx): Promise<{ share: OpenShare; gate: UploadGate; folder: VirtualPath }> {
  const share = await openShare(link, ctx);
  assertMode(share, "upload");
  const [item] = share.items;
  const folder = item === undefined ? null : parseVirtualPath(item.id);
  if (folder === null) throw new AppError("share/not-found");
  const { db, log, signal } = ctx;
  const gate: UploadGate = {
    owner: { kind: "share", id: share.row.id },
    storage: share.storage,
    db,
    log,
    signal,
    locationOf: (id) => `${getApp().env.basePath}/api/share/${link}/tus/${id}`,
    maxBytes: bytesLeft(share),
    // Its limits count uploads: a piece would count like a file.
    canJoin: false,
    laneKey: { key: `share ${share.row.id}`, network: networkOf(ctx.request.address) },
    admit: (planned) => assertTaken(share, planned, ctx),
    atOnce: async (end) => {
      const release = await takeTurn(share.row.id);
      await end().finally(release);
    },
    stored: async ({ sizeBytes }) => {
      unfinishedDrops(share.row.id, ctx.request.address).finished();
      await db.share.updateMany({
        where: { id: share.row.id },
        data: { uploads: { increment: 1 }, uploadedBytes: { increment: sizeBytes }, lastUsedAt: new Date() },
      });
    },
  };
  return { share, gate, folder };
}

function bytesLeft({ limits, row }: OpenShare): number | null {
  return limits.max_bytes === null ? null : Math.max(0, limits.max_bytes - Number(row.uploadedBytes));
}

/**
 * Throws share/extension, share/full, or share/too-large where a smaller file would still be taken. What has been begun counts
 * like what has arrived.
 */
async function assertTaken(share: OpenShare, { name, sizeBytes }: PlannedUpload, { db }: Ctx): Promise<void> {
  const { limits } = share;
  const extension = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "";
  if (limits.extensions.length > 0 && !limits.extensions.includes(extension)) throw new AppError("share/extension");
  if (limits.max_bytes !== null && sizeBytes === null)
    throw new AppError("request/invalid", { field: "Upload-Length", problem: "this drop box wants to know it" });
  const row = await db.share.findUniqueOrThrow({ where: { id: share.row.id } });
  const begun = await db.upload.aggregate({
    where: { ownerKind: "share", ownerId: row.id, state: { not: "done" } },
    _count: true,
    _sum: { sizeBytes: true },
  });
  const files = row.uploads + begun._count;
  const bytes = Number(row.uploadedBytes) + Number(begun._sum.sizeBytes ?? 0);
  if (limits.max_files !== null && files >= limits.max_files) throw new AppError("share/full");
  if (limits.max_bytes === null || bytes + (sizeBytes ?? 0) <= limits.max_bytes) return;
  throw new AppError(bytes < limits.max_bytes ? "share/too-large" : "share/full");
}

export const describeDrop: ByteService<typeof shareContract.describeDrop> = async ({ link }, ctx, wire) => {
  const { gate } = await openDrop(link, ctx);
  tus.describeTus(wire, gate);
};

export const createDrop: ByteService<typeof shareContract.createDrop> = async (input, ctx, wire) => {
  const { link, filename, dir, mtime, sha256 } = input;
  ctx.about(`${link}: ${dir === undefined ? "" : `${dir}/`}${filename}`);
  const { share, gate, folder } = await openDrop(link, ctx);
  const into = dir === undefined ? folder : (parseVirtualPath(`${folder}/${dir}`) ?? folder);
  const unfinished = unfinishedDrops(share.row.id, ctx.request.address);
  unfinished.assertRoom();
  let release = () => {};
  const begun = () => {
    unfinished.begun();
    release();
  };
  const admit = async (planned: PlannedUpload) => {
    release = await takeTurn(share.row.id);
    await gate.admit?.(planned);
  };
  try {
    const target = { folder: into, filename, conflict: "rename" as const, mtime, sha256, parents: true };
    await tus.createUpload({ ...gate, admit, begun }, wire, target);
  } finally {
    release();
  }
};

export const headDrop: ByteService<typeof shareContract.headDrop> = async ({ link, id }, ctx, wire) =>
  tus.headUpload((await openDrop(link, ctx)).gate, wire, id);

export const writeDrop: ByteService<typeof shareContract.writeDrop> = async ({ link, id }, ctx, wire) =>
  tus.writeUpload((await openDrop(link, ctx)).gate, wire, id);

export const terminateDrop: ByteService<typeof shareContract.terminateDrop> = async ({ link, id }, ctx, wire) =>
  tus.terminateUpload((await openDrop(link, ctx)).gate, wire, id);
