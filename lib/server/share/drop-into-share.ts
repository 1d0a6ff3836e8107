import { shareContract } from "@/lib/contracts/share";
import { AppError } from "@/lib/shared/errors";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { limits } from "@/lib/server/base/limits";
import { createTurns } from "@/lib/server/base/turns";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { holderOf } from "@/lib/server/http/holder-of";
import type { ByteService } from "@/lib/server/http/route";
import { networkOf } from "@/lib/server/session/throttle";
import * as tus from "@/lib/server/upload/tus-service";
import type { PlannedUpload, UploadGate } from "@/lib/server/upload/upload-gate";
import { dropBox, type DropBox } from "./drop-box";
import { findDropPlace } from "./find-drop-place";
import { openShareFor, type OpenShare } from "./open-share";
import { unfinishedDrops } from "./unfinished-drops";

const beginning = createTurns(limits.begunDrops);

type Drop = { share: OpenShare; box: DropBox; gate: UploadGate; folder: VirtualPath };

async function openDrop(link: string, ctx: Ctx): Promise<Drop> {
  const share = await openShareFor(shareContract.createDrop, link, ctx);
  const [item] = share.items;
  const folder = item === undefined ? null : parseVirtualPath(item.id);
  if (folder === null) throw new AppError("share/not-found");
  const { db, log, signal } = ctx;
  const network = networkOf(ctx.request.address);
  const box = dropBox(share, { db, network });
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
    laneKey: { key: `share ${share.row.id}`, network },
    // What visitors bring gets a name of its own: nothing gives way to it.
    overwriting: (_, work) => work({ replaced: null }),
    arriving: box.arriving,
    finishing: box.finishing,
    placeAt: (wanted, made) => findDropPlace(share, folder, wanted, made),
    atOnce: box.atOnce,
    stored: async ({ sizeBytes }) => {
      unfinishedDrops(share.row.id, ctx.request.address).finished();
      await db.share.updateMany({
        where: { id: share.row.id },
        data: { uploads: { increment: 1 }, uploadedBytes: { increment: sizeBytes }, lastUsedAt: new Date() },
      });
    },
  };
  return { share, box, gate, folder };
}

/** What was refused because the box is full makes room for others: nobody can go on with it. */
async function inBox({ box, gate }: Drop, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const refused = box.refused();
    // Gone meanwhile is as well.
    if (refused !== null) await tus.dropUpload(gate, refused).catch(() => {});
    throw error;
  }
}

function bytesLeft({ limits: { max_bytes: maxBytes }, row }: OpenShare): number | null {
  return maxBytes === null ? null : Math.max(0, maxBytes - Number(row.uploadedBytes));
}

/** Throws share/extension, share/full, or share/too-large where a smaller file would still be taken. */
async function assertTaken({ share, box, gate }: Drop, { name, sizeBytes }: PlannedUpload): Promise<void> {
  const { limits: bounds } = share;
  const extension = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "";
  if (bounds.extensions.length > 0 && !bounds.extensions.includes(extension)) throw new AppError("share/extension");
  if (bounds.max_bytes !== null && sizeBytes === null)
    throw new AppError("request/invalid", { field: "Upload-Length", problem: "this drop box wants to know it" });
  await box.assertRoom(gate, sizeBytes ?? 0);
}

export const describeDrop: ByteService<typeof shareContract.describeDrop> = async ({ link }, ctx, wire) => {
  const { gate } = await openDrop(link, ctx);
  tus.describeTus(wire, gate);
};

export const createDrop: ByteService<typeof shareContract.createDrop> = async (input, ctx, wire) => {
  const { link, filename, dir, mtime, sha256 } = input;
  ctx.about(`${link}: ${dir === undefined ? "" : `${dir}/`}${filename}`);
  const drop = await openDrop(link, ctx);
  const { share, box, gate, folder } = drop;
  const into = dir === undefined ? folder : (parseVirtualPath(`${folder}/${dir}`) ?? folder);
  const unfinished = unfinishedDrops(share.row.id, ctx.request.address);
  unfinished.assertRoom();
  const leave = await beginning(holderOf(ctx), ctx.signal);
  let release = leave;
  const begun = (id: string) => {
    unfinished.begun();
    box.begun(id);
    release();
  };
  const admit = async (planned: PlannedUpload) => {
    const end = await box.takeTurn();
    release = () => {
      end();
      leave();
    };
    await assertTaken(drop, planned);
  };
  try {
    const target = { folder: into, filename, conflict: "rename" as const, mtime, sha256, parents: true };
    await inBox(drop, () => tus.createUpload({ ...gate, admit, begun }, wire, target));
  } finally {
    release();
  }
};

export const headDrop: ByteService<typeof shareContract.headDrop> = async ({ link, id }, ctx, wire) => {
  const drop = await openDrop(link, ctx);
  await inBox(drop, () => tus.headUpload(drop.gate, wire, id));
};

export const writeDrop: ByteService<typeof shareContract.writeDrop> = async ({ link, id }, ctx, wire) => {
  const drop = await openDrop(link, ctx);
  await inBox(drop, () => tus.writeUpload(drop.gate, wire, id));
};

export const terminateDrop: ByteService<typeof shareContract.terminateDrop> = async ({ link, id }, ctx, wire) =>
  tus.terminateUpload((await openDrop(link, ctx)).gate, wire, id);
