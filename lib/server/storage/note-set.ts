import { createHash } from "node:crypto";
import { createPace } from "@/lib/server/base/next-slice";

/** A tree of more entries cannot be undone. Each takes eight bytes, here and in the database. */
const maxInSet = 200_000;
const eachBytes = 8;
export const maxSetBytes = maxInSet * eachBytes;

/** Stands for a path: a tree may be so deep that its paths are longer than all else of it. */
export type PathKey = Uint8Array;

/** Which entries below folders that were made are known, without their names. */
export type NoteSet = {
  /** A null stamp makes it no known one. */
  note(key: PathKey, stamp: string | null): void;
  /** Null when there were too many. */
  digests(): Uint8Array | null;
};

export type KnownSet = { has(key: PathKey, stamp: string | null): boolean };

export function createNoteSet(): NoteSet {
  const parts: Buffer[] = [];
  let isTooMany = false;
  return {
    note(key, stamp) {
      if (stamp === null || isTooMany) return;
      isTooMany = parts.length >= maxInSet;
      if (isTooMany) parts.length = 0;
      else parts.push(digestOf(key, stamp));
    },
    digests: () => (isTooMany ? null : Buffer.concat(parts)),
  };
}

/** Of any number of {@link NoteSet.digests} behind one another. */
export async function readNoteSet(digests: Uint8Array): Promise<KnownSet> {
  const bytes = Buffer.from(digests.buffer, digests.byteOffset, digests.byteLength);
  const known = new Set<bigint>();
  const pace = createPace();
  for (let at = 0; at + eachBytes <= bytes.length; at += eachBytes) {
    known.add(bytes.readBigUInt64LE(at));
    if (at % 8_192 === 0) await pace();
  }
  return { has: (key, stamp) => stamp !== null && known.has(digestOf(key, stamp).readBigUInt64LE()) };
}

export const keyOf = (path: string): PathKey => path.split("/").reduce<PathKey>(keyIn, new Uint8Array());

export const keyIn = (folder: PathKey, name: string): PathKey => hash(folder, name);

/** A copy: what a hash gives lies in memory that is shared and larger. */
const digestOf = (key: PathKey, stamp: string) => Buffer.from(hash(key, stamp).subarray(0, eachBytes));

function hash(key: PathKey, text: string): Buffer {
  // Names are bytes, of which some stand as halves of pairs.
  return createHash("sha256").update(key).update(text, "utf16le").digest();
}
