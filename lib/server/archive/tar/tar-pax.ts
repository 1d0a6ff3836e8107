import { bytesToName } from "@/lib/shared/bytes-to-name";
import { maxPathBytes } from "@/lib/shared/paths";
import { createPace } from "@/lib/server/base/next-slice";
import { clampMs, tarProblem } from "./tar-header";

/** Bytes that are there; between them is nothing but zeros. */
export type Region = { start: number; sizeBytes: number };

/** What headers before an entry say of it. GNU's sparse files come in three versions, 0.0, 0.1 and 1.0. */
export type Overrides = {
  name?: string;
  sizeBytes?: number;
  mtimeMs?: number;
  linkName?: string;
  /** One of the names: longer than a path can be. */
  isNameTooLong?: boolean;
  sparse?: {
    name?: string;
    realBytes?: number;
    /** In the header: versions 0.0 and 0.1. */
    regions?: Region[];
    /** At the beginning of the content: version 1.0. */
    isMapInContent?: boolean;
  };
  /** Holes in a form that only its own program documents (star, Solaris): the bytes would be wrong. */
  hasUnknownHoles?: boolean;
};

const recordsPerLook = 1_000;

/** The records of a pax header, `length key=value\n` where the length counts itself. Throws upload/archive for a broken one. */
export async function readPax(bytes: Buffer): Promise<Overrides> {
  const pace = createPace();
  const out: Overrides = {};
  let count = 0;
  for (const { key, value } of paxRecords(bytes)) {
    await takeRecord(out, key, value);
    if (++count % recordsPerLook === 0) await pace();
  }
  return out;
}

type PaxRecord = { key: string; value: Buffer; whole: Buffer };

/** Throws upload/archive where one of them is broken. */
export function* paxRecords(bytes: Buffer): Generator<PaxRecord, void> {
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    const length = space < 0 || space > at + 10 ? Number.NaN : Number(bytes.toString("latin1", at, space));
    if (!Number.isSafeInteger(length) || length <= space - at || at + length > bytes.length)
      throw tarProblem("a wrong header");
    const record = bytes.subarray(space + 1, at + length - 1);
    const equals = record.indexOf(0x3d);
    const key = record.toString("latin1", 0, Math.max(0, equals));
    yield { key, value: record.subarray(equals + 1), whole: bytes.subarray(at, at + length) };
    at += length;
  }
}

/** More is no name; and one whose bytes are no text takes its time for each of them. */
const mostNameBytes = 4 * maxPathBytes;

/** A name of a header; of one that is far too long its beginning, and the entry is refused. */
export function takeName(out: Overrides, bytes: Uint8Array): string {
  if (bytes.length > mostNameBytes) out.isNameTooLong = true;
  return bytesToName(bytes.subarray(0, mostNameBytes));
}

function takeRecord(out: Overrides, key: string, value: Buffer): Promise<void> | undefined {
  switch (key) {
    case "path":
      out.name = takeName(out, value);
      return undefined;
    case "linkpath":
      out.linkName = takeName(out, value);
      return undefined;
    case "size":
      out.sizeBytes = parseDecimal(value);
      return undefined;
    case "mtime":
      out.mtimeMs = clampMs(Number(value.toString("latin1")) * 1000);
      return undefined;
    case "SCHILY.realsize":
    case "SUN.holesdata":
      out.hasUnknownHoles = true;
      return undefined;
    default:
      if (key === "GNU.sparse.name") (out.sparse ??= {}).name = takeName(out, value);
      else if (key.startsWith("GNU.sparse.")) return takeSparse((out.sparse ??= {}), key.slice(11), value);
      return undefined;
  }
}

function takeSparse(sparse: NonNullable<Overrides["sparse"]>, key: string, value: Buffer): Promise<void> | undefined {
  if (key === "size" || key === "realsize") sparse.realBytes = parseDecimal(value);
  else if (key === "major") sparse.isMapInContent = parseDecimal(value) >= 1;
  else if (key === "offset") (sparse.regions ??= []).push({ start: parseDecimal(value), sizeBytes: 0 });
  else if (key === "numblocks") sparse.regions ??= [];
  else if (key === "numbytes") {
    const last = sparse.regions?.at(-1);
    if (last === undefined) throw tarProblem("a wrong header");
    last.sizeBytes = parseDecimal(value);
  } else if (key === "map") return takeMap(sparse, value);
  return undefined;
}

/** Version 0.1: all numbers in one record, which may be as long as the header. */
async function takeMap(sparse: NonNullable<Overrides["sparse"]>, value: Buffer): Promise<void> {
  const pace = createPace();
  const regions: Region[] = [];
  let start: number | null = null;
  for (let at = 0, end; at < value.length; at = end + 1) {
    const comma = value.indexOf(0x2c, at);
    end = comma < 0 ? value.length : comma;
    const number = parseDecimal(value.subarray(at, end));
    if (start === null) start = number;
    else {
      regions.push({ start, sizeBytes: number });
      start = null;
      if (regions.length % recordsPerLook === 0) await pace();
    }
  }
  if (start !== null) throw tarProblem("a wrong header");
  sparse.regions = regions;
}

export function parseDecimal(value: Uint8Array): number {
  const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("latin1");
  const number = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(number)) throw tarProblem("a wrong header");
  return number;
}
