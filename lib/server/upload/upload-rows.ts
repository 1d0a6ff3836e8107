import { uploadConflicts } from "@/lib/contracts/upload";
import { AppError } from "@/lib/shared/errors";
import { encodePath, encodeSegment, decodeSegment, isEntryName, parseVirtualPath } from "@/lib/shared/paths";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import type { Db } from "@/lib/server/db/open-db";
import type { Conflict, PartFile, PartTarget } from "@/lib/server/storage/storage";
import type { UploadGate, UploadOwner } from "./upload-gate";

type Row = NonNullable<Awaited<ReturnType<Db["upload"]["findUnique"]>>>;

/** A stored upload in the program's own terms. */
export type Upload = Omit<Row, "folder" | "name" | "sizeBytes" | "mtimeMs" | "conflict" | "path"> & {
  folder: VirtualPath;
  name: EntryName;
  sizeBytes: number | null;
  part: PartFile;
  target: PartTarget;
  /** Where it went; null until it is done. */
  path: VirtualPath | null;
};

function decodePath(text: string): VirtualPath | null {
  return parseVirtualPath(
    text
      .split("/")
      .map((segment) => decodeSegment(segment) ?? segment)
      .join("/"),
  );
}

function toUpload(row: Row): Upload | null {
  const folder = decodePath(row.folder);
  const name = decodeSegment(row.name);
  const conflict = uploadConflicts.find((one) => one === row.conflict);
  if (folder === null || name === null || !isEntryName(name) || conflict === undefined) return null;
  const mtimeMs = row.mtimeMs === null ? null : Number(row.mtimeMs);
  return {
    ...row,
    folder,
    name,
    sizeBytes: row.sizeBytes === null ? null : Number(row.sizeBytes),
    part: { folder, id: row.partId },
    target: { name, conflict, mtimeMs },
    path: row.path === null ? null : decodePath(row.path),
  };
}

/** Nothing more is taken for it: it has its name, or it is a whole piece that waits for the others. */
export const isSettled = ({ state }: Pick<Upload, "state">) => state === "done" || state === "piece";

const ownedBy = ({ kind, id }: UploadOwner) => ({ ownerKind: kind, ownerId: id });

/** Null when there is none of this owner: another's is no different from one that does not exist. */
export async function findUpload({ db, owner }: Pick<UploadGate, "db" | "owner">, id: string): Promise<Upload | null> {
  const row = await db.upload.findFirst({ where: { id, ...ownedBy(owner) } });
  return row === null ? null : toUpload(row);
}

/** Throws upload/not-found, or upload/gone when its time is over. */
export async function getUpload(gate: Pick<UploadGate, "db" | "owner">, id: string): Promise<Upload> {
  const upload = await findUpload(gate, id);
  if (upload === null) throw new AppError("upload/not-found");
  if (upload.expiresAt.getTime() < Date.now()) throw new AppError("upload/gone");
  return upload;
}

export type NewRow = {
  id: string;
  folder: VirtualPath;
  target: PartTarget;
  sizeBytes: number | null;
  sha256: string | null;
  metadata: string;
  part: { id: string; place: string };
  expiresAt: Date;
  concat: "partial" | null;
  madeFolders: number;
};

export async function insertUpload({ db, owner }: Pick<UploadGate, "db" | "owner">, row: NewRow): Promise<void> {
  const { id, folder, target, sizeBytes, sha256, metadata, part, expiresAt, concat, madeFolders } = row;
  await db.upload.create({
    data: {
      id,
      ...ownedBy(owner),
      folder: encodePath(folder),
      name: encodeSegment(target.name),
      sizeBytes,
      conflict: target.conflict,
      mtimeMs: target.mtimeMs,
      sha256,
      metadata,
      partId: part.id,
      place: encodePath(part.place),
      expiresAt,
      concat,
      madeFolders,
      createdAt: new Date(),
    },
  });
}

export async function changeConflict(
  { db }: Pick<UploadGate, "db">,
  upload: Upload,
  conflict: Conflict,
): Promise<Upload> {
  await db.upload.update({ where: { id: upload.id }, data: { conflict } });
  return { ...upload, target: { ...upload.target, conflict } };
}

/** Whether another upload than the first of these has been begun of one of them: a piece is a part of one file. */
export async function areTaken(
  { db, owner }: Pick<UploadGate, "db" | "owner">,
  ids: readonly string[],
): Promise<boolean> {
  const [first = ""] = ids;
  const holding = ids.map((id) => ({ concat: { contains: id } }));
  const taken = await db.upload.findFirst({
    where: { ...ownedBy(owner), id: { not: first }, OR: holding },
    select: { id: true },
  });
  return taken !== null;
}

export async function countUnfinished({ db, owner }: Pick<UploadGate, "db" | "owner">): Promise<number> {
  return db.upload.count({ where: { ...ownedBy(owner), state: { not: "done" } } });
}

/** So many that have ended are kept of an owner, the newest, and a few more: whoever missed the last answer asks soon. */
const maxFinished = 1_000;
const lookEvery = 50;
const finished = new Map<string, number>();

/** After another one has ended. */
export async function forgetFinished(
  db: Db,
  { ownerKind, ownerId }: Pick<Row, "ownerKind" | "ownerId">,
): Promise<void> {
  const count = finished.get(ownerId) ?? 0;
  finished.set(ownerId, (count + 1) % lookEvery);
  if (count !== 0) return;
  await db.$executeRaw`DELETE FROM "Upload" WHERE "id" IN (
    SELECT "id" FROM "Upload" WHERE "ownerKind" = ${ownerKind} AND "ownerId" = ${ownerId} AND "state" = 'done'
    ORDER BY "createdAt" DESC LIMIT -1 OFFSET ${maxFinished})`;
}

const unfinishedOf = (owner: UploadOwner) =>
  ({ ...ownedBy(owner), state: { not: "done" }, expiresAt: { gt: new Date() } }) as const;

type Asking = Pick<UploadGate, "db" | "owner">;

/** Newest first. */
export async function findUnfinished({ db, owner }: Asking, limit: number): Promise<Upload[]> {
  const rows = await db.upload.findMany({
    where: unfinishedOf(owner),
    orderBy: { createdAt: "desc" },
    take: limit,
  });
  return rows.flatMap((row) => toUpload(row) ?? []);
}

/** What takes room until it is whole. */
export type Held = Pick<Upload, "id" | "sizeBytes" | "part"> & MadeFolders;
/** `createdAt`: after the folders were made. */
export type MadeFolders = Pick<Upload, "folder" | "madeFolders" | "createdAt">;

/** Those that have made folders which nothing has come into. */
export async function findMakers({ db, owner }: Asking): Promise<MadeFolders[]> {
  const rows = await db.upload.findMany({
    where: { ...unfinishedOf(owner), madeFolders: { gt: 0 } },
    select: { folder: true, madeFolders: true, createdAt: true },
  });
  return rows.flatMap(({ folder: encoded, madeFolders, createdAt }) => {
    const folder = decodePath(encoded);
    return folder === null ? [] : [{ folder, madeFolders, createdAt }];
  });
}

/** {@link findUnfinished}, and no more of each than the room it takes: every beginning asks, and there may be a thousand. */
export async function findHeld({ db, owner }: Asking, limit: number): Promise<Held[]> {
  const rows = await db.upload.findMany({
    where: unfinishedOf(owner),
    select: { id: true, sizeBytes: true, folder: true, partId: true, madeFolders: true, createdAt: true },
    orderBy: { createdAt: "desc" },
    take: limit,
  });
  return rows.flatMap(({ id, sizeBytes, folder: encoded, partId, madeFolders, createdAt }) => {
    const folder = decodePath(encoded);
    if (folder === null) return [];
    const part = { folder, id: partId };
    return [{ id, sizeBytes: sizeBytes === null ? null : Number(sizeBytes), part, folder, madeFolders, createdAt }];
  });
}

export function placeOf({ place }: Pick<Row, "place">): string {
  return place
    .split("/")
    .map((segment) => decodeSegment(segment) ?? segment)
    .join("/");
}
