import { AppError, isAppError } from "@/lib/shared/errors";
import type { Db } from "@/lib/server/db/open-db";
import type { UploadGate } from "@/lib/server/upload/upload-gate";
import { dropMade } from "@/lib/server/upload/made-folders";
import { maxUnfinished } from "@/lib/server/upload/tus-service";
import { findHeld, type Held } from "@/lib/server/upload/upload-rows";
import type { OpenShare } from "./open-share";

const maxBoxes = 1_000;
/** Of one box: folders that nothing has come into. One upload may make sixty, and most make none. */
const maxEmptyFolders = 2_000;

/** An upload that is not whole: whose, where this process saw it begin, and what has come of it. */
type Place = { network: string | null; arrivedBytes: number };
type Box = { turn: Promise<void>; storedBytes: number; begun: Map<string, Place>; placing: Map<string, number> };

const all = new Map<string, Box>();

function boxOf(shareId: string): Box {
  const box = all.get(shareId) ?? { turn: Promise.resolve(), storedBytes: 0, begun: new Map(), placing: new Map() };
  all.delete(shareId); // to the end: the oldest are dropped first
  all.set(shareId, box);
  for (const id of all.keys()) {
    if (all.size <= maxBoxes) break;
    all.delete(id);
  }
  return box;
}

/**
 * What a drop box still takes, as one visitor's request sees it. What a visitor has announced takes room from the same network alone:
 * announcing costs nothing, and would close the box for everybody. From others it takes what has arrived, which is checked with every
 * chunk, and once more before a file gets its name.
 */
export function dropBox(
  { row: { id: shareId }, row, limits }: OpenShare,
  { db, network }: { db: Db; network: string },
) {
  const box = boxOf(shareId);
  box.storedBytes = Number(row.uploadedBytes);
  let finishingId: string | null = null;
  let refusedId: string | null = null;

  /** One after the other, from asking whether a file is taken until it is in the table: two at once must not both be the last. */
  async function takeTurn(): Promise<() => void> {
    const before = box.turn;
    let end = () => {};
    const own = new Promise<void>((resolve) => {
      end = resolve;
    });
    box.turn = before.then(() => own);
    await before;
    return end;
  }

  async function arrivedOf({ part }: Held, { storage }: UploadGate): Promise<number> {
    if (limits.max_bytes === null) return 0;
    return storage.parts.size(part).catch((error: unknown) => {
      if (isAppError(error)) return 0; // gone, or on a disk that does not answer
      throw error;
    });
  }

  async function placesOf(uploads: readonly Held[], gate: UploadGate): Promise<void> {
    for (const upload of uploads) {
      if (box.begun.has(upload.id)) continue;
      box.begun.set(upload.id, { network: null, arrivedBytes: await arrivedOf(upload, gate) });
    }
    const there = new Set(uploads.map(({ id }) => id));
    for (const id of box.begun.keys()) if (!there.has(id)) box.begun.delete(id);
  }

  /**
   * Gives up the oldest of the network that has begun, and made for it, the most: four networks that finish nothing would close the box. Whoever is still
   * sending it finds it gone, and begins again.
   */
  async function withoutOne(uploads: readonly Held[], { storage, db }: UploadGate): Promise<Held[]> {
    const byNetwork = new Map<string, Held[]>();
    for (const upload of uploads) {
      if (box.placing.has(upload.id)) continue;
      const whose = box.begun.get(upload.id)?.network ?? "";
      const known = byNetwork.get(whose);
      if (known === undefined) byNetwork.set(whose, [upload]);
      else known.push(upload);
    }
    const [most = []] = [...byNetwork.values()].toSorted((one, other) => weightOf(other) - weightOf(one));
    const oldest = most.at(-1); // the newest come first
    if (oldest === undefined) return [...uploads];
    // Not as its only writer: that one may be waiting for this very turn.
    await storage.parts.remove(oldest.part);
    await dropMade(storage, oldest);
    await db.upload.deleteMany({ where: { id: oldest.id } });
    box.begun.delete(oldest.id);
    return uploads.filter(({ id }) => id !== oldest.id);
  }

  /** In one's turn. Throws share/full, or share/too-large where a smaller file would still be taken. */
  async function assertRoom(gate: UploadGate, sizeBytes: number): Promise<void> {
    const now = await db.share.findUniqueOrThrow({ where: { id: shareId } });
    const begun = await findHeld(gate, maxUnfinished);
    await placesOf(begun, gate);
    let uploads = begun;
    while (uploads.length >= maxUnfinished || emptyIn(uploads) > maxEmptyFolders) {
      const rest = await withoutOne(uploads, gate);
      if (rest.length === uploads.length) break;
      uploads = rest;
    }
    let [files, bytes] = [now.uploads, Number(now.uploadedBytes)];
    for (const upload of uploads) {
      const { network: whose, arrivedBytes } = box.begun.get(upload.id) ?? { network: null, arrivedBytes: 0 };
      const isCounted = whose === network || box.placing.has(upload.id);
      if (isCounted) files++;
      bytes += isCounted ? Math.max(arrivedBytes, upload.sizeBytes ?? 0) : arrivedBytes;
    }
    if (limits.max_files !== null && files >= limits.max_files) throw new AppError("share/full");
    if (limits.max_bytes === null || bytes + sizeBytes <= limits.max_bytes) return;
    throw new AppError(bytes < limits.max_bytes ? "share/too-large" : "share/full");
  }

  function refuse(id: string): never {
    refusedId = id;
    throw new AppError("share/full");
  }

  function arriving(id: string, toBytes: number): void {
    const place = box.begun.get(id) ?? { network, arrivedBytes: 0 };
    place.arrivedBytes = toBytes;
    box.begun.set(id, place);
    if (limits.max_bytes === null) return;
    let bytes = box.storedBytes;
    for (const { arrivedBytes } of box.begun.values()) bytes += arrivedBytes;
    if (bytes > limits.max_bytes) refuse(id);
  }

  async function assertStillRoom(id: string, sizeBytes: number): Promise<void> {
    const release = await takeTurn();
    try {
      const now = await db.share.findUniqueOrThrow({ where: { id: shareId } });
      const placing = [...box.placing.values()];
      const bytes = placing.reduce((sum, one) => sum + one, Number(now.uploadedBytes) + sizeBytes);
      if (limits.max_files !== null && now.uploads + placing.length >= limits.max_files) refuse(id);
      if (limits.max_bytes !== null && bytes > limits.max_bytes) refuse(id);
      box.placing.set(id, sizeBytes);
    } finally {
      release();
    }
  }

  async function finishing<T>(upload: Pick<Held, "id" | "sizeBytes">, work: () => Promise<T>): Promise<T> {
    await assertStillRoom(upload.id, upload.sizeBytes ?? 0);
    finishingId = upload.id;
    return work().finally(() => box.placing.delete(upload.id));
  }

  /** Others see an upload either as begun or as stored. */
  async function atOnce(end: () => Promise<void>): Promise<void> {
    const release = await takeTurn();
    try {
      await end();
      if (finishingId === null) return;
      box.storedBytes += box.placing.get(finishingId) ?? 0;
      box.placing.delete(finishingId);
      box.begun.delete(finishingId);
    } finally {
      release();
    }
  }

  return {
    takeTurn,
    assertRoom,
    arriving,
    finishing,
    atOnce,
    begun: (id: string) => void box.begun.set(id, { network, arrivedBytes: 0 }),
    /** The upload that was refused since it began, if one was. */
    refused: () => refusedId,
  };
}

const emptyIn = (uploads: readonly Held[]) => uploads.reduce((sum, { madeFolders }) => sum + madeFolders, 0);
const weightOf = (uploads: readonly Held[]) => uploads.length + emptyIn(uploads);

export type DropBox = ReturnType<typeof dropBox>;
