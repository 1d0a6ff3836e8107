import type { ByteRange } from "@/lib/server/storage/storage";

const maxRanges = 32;

/**
 * A Range header for a file of that size (RFC 9110 §14.2): the ranges that can be answered; `unsatisfiable` when none can;
 * null when the header is to be ignored (another unit, broken, too many).
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange[] | "unsatisfiable" | null {
  const specs = /^bytes=(.+)$/
    .exec(header ?? "")?.[1]
    ?.split(",")
    .map((spec) => spec.trim());
  if (specs === undefined || specs.length > maxRanges) return null;
  const ranges: ByteRange[] = [];
  for (const spec of specs) {
    const [, first = "", last = ""] = /^(\d*)-(\d*)$/.exec(spec) ?? [];
    if (first === "" && last === "") return null;
    const start = first === "" ? Math.max(0, sizeBytes - Number(last)) : Number(first);
    const end = first === "" || last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
    if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
    if (start <= end && !(first === "" && Number(last) === 0)) ranges.push({ start, end });
  }
  if (ranges.length === 0) return "unsatisfiable";
  // Overlapping ranges are a way to ask for the file many times over.
  const total = ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  return total > sizeBytes * 2 ? null : ranges;
}
