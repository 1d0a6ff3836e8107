import type { versionContract } from "@/lib/contracts/version";
import { AppError } from "@/lib/shared/errors";
import { encodePath, nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { sendOpened } from "@/lib/server/entries/send-file";
import type { ByteService } from "@/lib/server/http/route";
import type { Service } from "@/lib/server/http/service";
import { untilFollowed } from "@/lib/server/entries/kept/following";
import { joinPlace } from "@/lib/server/storage/scope";
import type { Storage } from "@/lib/server/storage/storage";
import { findRows } from "@/lib/server/runtime/read-rows";
import { keepVersions } from "./keep-versions";
import { placeOf, type TrashRow } from "./trash-row";

type Writable = { place: string; fileId: string | null; storage: Storage };

/**
 * What the API calls a version: kept by whoever wrote over it, and shown to all who may write there now, as long as it is the same file. Where
 * another has taken its place, or nobody can tell, to whoever kept it: it lies in their trash.
 */
const versionsOf = ({ place, fileId }: Writable, { actor }: Ctx) => ({
  versionOf: encodePath(place),
  state: "there",
  OR: [{ ownerId: userIdOf(actor) }, ...(fileId === null ? [] : [{ versionFile: fileId }])],
});

/**
 * Where the file is on the host, and a storage for this very place: what a link there leads to has versions of its own. Throws file/read-only: who
 * may only read sees what is there now, not what once was.
 */
async function findWritable(path: VirtualPath, { storage }: Ctx): Promise<Writable> {
  const parent = parentOf(path);
  if (parent === null) throw new AppError("file/not-file");
  const place = joinPlace(await storage.placeOf(parent), nameOf(path));
  const pinned = storage.pinned([{ path, place }]);
  const { kind, writable, fileId } = await pinned.details(path);
  if (kind !== "file") throw new AppError("file/not-file");
  if (!writable) throw new AppError("file/read-only");
  await untilFollowed(place);
  return { place, fileId, storage: pinned };
}

async function getVersion(file: Writable, id: string, ctx: Ctx): Promise<TrashRow> {
  const row = await ctx.db.trash.findFirst({ where: { id, ...versionsOf(file, ctx) } });
  if (row === null) throw new AppError("trash/gone");
  return row;
}

export const listVersions: Service<typeof versionContract.listVersions> = async ({ path }, ctx) => {
  const where = versionsOf(await findWritable(path, ctx), ctx);
  const { rows, unreadable } = await findRows("versions", 1_000, (page) =>
    ctx.db.trash.findMany({ where, orderBy: [{ deletedAt: "desc" }, { id: "asc" }], ...page }),
  );
  return {
    unreadable,
    versions: rows.map((row) => ({
      id: row.id,
      size: row.sizeBytes ?? 0,
      changed_at: (row.changedAt ?? row.deletedAt).getTime(),
      replaced_at: row.deletedAt.getTime(),
      replaced_by: row.ownerName,
    })),
  };
};

export const readVersion: ByteService<typeof versionContract.readVersion> = async (input, ctx, wire) => {
  const row = await getVersion(await findWritable(input.file, ctx), input.version, ctx);
  await sendOpened({ name: nameOf(input.file), isInline: input.inline, open: () => openVersion(row, ctx) }, ctx, wire);
};

const openVersion = (row: TrashRow, { storage }: Ctx) => storage.trash.open(placeOf(row));

/** Its content alone: owner and mode stay those of the file, so that nothing comes back that was taken from it since. */
export const restoreVersion: Service<typeof versionContract.restoreVersion> = async ({ path, version }, ctx) => {
  const found = await findWritable(path, ctx);
  const file = await openVersion(await getVersion(found, version, ctx), ctx);
  try {
    // No signal: whoever leaves meanwhile finds it restored.
    const { etag, sizeBytes, mtimeMs } = await keepVersions(ctx, { isEach: true }).during((keeping) =>
      found.storage.write(path, file.stream(), { conflict: "replace", ...keeping }),
    );
    return { etag, size: sizeBytes, mtime: mtimeMs };
  } finally {
    await file.close();
  }
};
