import { noRoom } from "@/lib/server/storage/space";
import type { Logger } from "pino";
import { AppError } from "@/lib/shared/errors";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import type { Db } from "@/lib/server/db/open-db";
import type { Keeping } from "@/lib/server/storage/keeping";
import type { Conflict, Storage, WriteResult } from "@/lib/server/storage/storage";
import type { LaneKey } from "./upload-lanes";

/** Whose upload it is. Somebody else's is not found. */
export type UploadOwner = { kind: "user" | "share"; id: string };

/** Who sends it, for those who may see it move. */
export type Sender = { userId: string; username: string };

export type PlannedUpload = { folder: VirtualPath; name: EntryName; sizeBytes: number | null };

/**
 * Everything that the tus service asks of its surroundings, so that accounts and shares upload through the same code. Made
 * anew for every request: storage and limits are those of this moment.
 */
export type UploadGate = {
  owner: UploadOwner;
  /** Whose list of uploads shows it as it comes; without it nobody's. */
  sender?: Sender;
  /** What may be written now; every access asks it again. */
  storage: Storage;
  db: Db;
  log: Logger;
  /** Fires when the client goes away. */
  signal: AbortSignal;
  /** The address of an upload for the Location header, base path included. */
  locationOf: (id: string) => string;
  /** Largest file; null: as large as the disk takes. */
  maxBytes: number | null;
  /** Whether an upload may come in pieces at the same time (tus concatenation). */
  canJoin: boolean;
  /** Who waits with whom for a free lane. */
  laneKey: LaneKey;
  /** The gate's own rules, such as a share's count and extensions. Throws what the client is told. */
  admit?: (planned: PlannedUpload) => Promise<void>;
  /** The path that an upload gets instead of the one that it wants, whose folder this makes where it is missing; also before a failure, `made` has what it made. */
  placeAt?: (wanted: VirtualPath, made: VirtualPath[]) => Promise<VirtualPath>;
  /** Around what overwrites a file: with what keeps it. */
  overwriting: <T extends WriteResult>(path: VirtualPath, work: Storing<T>) => Promise<T>;
  /** Told once per upload that is in the table. */
  begun?: (id: string) => void;
  /** Told with every chunk how much of an upload is there with it. Throws what ends the sending. */
  arriving?: (id: string, toBytes: number) => void;
  /** Around the end of an upload, from the last byte to its name. Throws what the client is told instead. */
  finishing?: <T>(upload: { id: string; sizeBytes: number | null }, work: () => Promise<T>) => Promise<T>;
  /** Runs the end of an upload so that {@link admit} sees it either as begun or as stored. */
  atOnce?: (end: () => Promise<void>) => Promise<void>;
  /** Told once per file that has its name. */
  stored?: (result: WriteResult) => Promise<void>;
};

/** Gives a file its name; what it overwrites is kept as it is told. */
type Storing<T> = (keeping: Keeping) => Promise<T>;
type Arrival = { path: VirtualPath; conflict: Conflict };

/** Does `work`, which gives a file its name; what it overwrites is kept as the gate says. */
export function arrive<T extends WriteResult>(
  { overwriting }: Pick<UploadGate, "overwriting">,
  { path, conflict }: Arrival,
  work: Storing<T>,
): Promise<T> {
  // By any other policy nothing gives way.
  return conflict === "replace" ? overwriting(path, work) : work({ replaced: null });
}

/** Throws file/too-large, file/disk-full or quota/exceeded before the first byte is sent. */
export async function assertFits(gate: UploadGate, folder: VirtualPath, sizeBytes: number | null): Promise<void> {
  if (sizeBytes === null) return;
  if (gate.maxBytes !== null && sizeBytes > gate.maxBytes)
    throw new AppError("file/too-large", { limit: gate.maxBytes });
  const space = await gate.storage.space(folder, sizeBytes);
  if (sizeBytes > space.freeBytes) throw noRoom(space);
}
