import { readFileSync } from "node:fs";
import { readProc } from "./read-proc";

/** From linux/auxvec.h. */
const [pageSizeTag, clockTicksTag] = [6n, 17n];

let values: ReadonlyMap<bigint, bigint> | null = null;

/** getauxval(3): what the kernel tells each program of the machine. */
function auxiliary(tag: bigint, fallback: number): number {
  values ??= readAuxiliary();
  return Number(values.get(tag) ?? fallback);
}

function readAuxiliary(): ReadonlyMap<bigint, bigint> {
  try {
    const bytes = readFileSync("/proc/self/auxv");
    const pairs = Array.from({ length: Math.floor(bytes.length / 16) }, (_, index) => index * 16);
    return new Map(pairs.map((at) => [bytes.readBigUInt64LE(at), bytes.readBigUInt64LE(at + 8)]));
  } catch {
    return new Map(); // what nearly all machines have is good enough
  }
}

/** Bytes of a page of memory. */
export const pageBytes = () => auxiliary(pageSizeTag, 4096);
/** Clock ticks of a second, in which processor time is counted. */
export const ticksPerSecond = () => auxiliary(clockTicksTag, 100);

/** When the machine was started, in ms since 1970; null where that is not told. */
export function startedAtMs(): number | null {
  const seconds = /^btime (\d+)$/m.exec(readProc("/proc/stat") ?? "")?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}
