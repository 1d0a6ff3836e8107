import type { EntryKind } from "./storage";

/**
 * What an entry was when it got its name, noted then and not later. `id`: what no change and no rename changes and no other entry gets. `stamp`: another
 * one after every change of its content. Null: not known, which is never taken for the same.
 */
export type Noted = { id: string | null; stamp: string | null };

/** Of a folder that was made: what is in it is noted by itself. */
export const madeFolder = "folder";

/** `etag`: as of a stat, of the entry itself; `text`: of a link. */
type Seen = { kind: EntryKind; etag?: string | undefined; text?: string | undefined };

/** The ETag of a file, the text of a link. That of a folder changes with the names in it. */
export function stampOf({ kind, etag, text }: Seen): string | null {
  if (kind === "link") return text === undefined ? null : `link ${text}`;
  if (etag === undefined || kind === "special") return null;
  return kind === "folder" ? `${madeFolder} ${etag}` : etag;
}

const [onDisk, onHost] = [/^"[\da-f]+-[\da-f]+-([\da-f]+)-([\da-f]+)"$/, /^"s([\da-f]+)-([\da-f]+)"$/];
const perSecond = 1_000_000_000n;

/**
 * Whether one may be a copy of the other, on another disk or host: of the same length and time, in the seconds that all of them tell. For what is no harm
 * where it is wrong.
 */
export function mayBeCopies(one: Noted, other: Noted): boolean {
  if (one.stamp === null || other.stamp === null) return false;
  const look = lookOf(one.stamp);
  return one.stamp === other.stamp || (look !== null && look === lookOf(other.stamp));
}

function lookOf(stamp: string): string | null {
  const [, bytes, ns] = onDisk.exec(stamp) ?? [];
  if (bytes !== undefined && ns !== undefined) return `${bytes} ${BigInt(`0x${ns}`) / perSecond}`;
  const [, seconds, hostBytes] = onHost.exec(stamp) ?? [];
  return seconds === undefined || hostBytes === undefined ? null : `${hostBytes} ${BigInt(`0x${seconds}`)}`;
}
