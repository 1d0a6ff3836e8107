import { AppError } from "@/lib/shared/errors";
import { nextSlice } from "@/lib/server/base/next-slice";
import { endOfText, quote } from "./json-bytes";

/**
 * The longest that anybody may send are ten thousand paths with an answer for each; of far more values each costs a hundred bytes and, parsed and checked,
 * seconds in which nobody else is answered.
 */
const maxValues = 25_000;

/** The object in a JSON body; nothing is an empty one. Throws request/invalid for everything else, request/too-large for too many values. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {};
  if (countValues(body) > maxValues) throw new AppError("request/too-large", { bytes: body.length });
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // answered below like every other body that is not an object
  }
  throw new AppError("request/invalid", { field: "", problem: "the body must be a JSON object" });
}

/** Of more than this the work counts. */
const largeBytes = 65_536;

/**
 * {@link parseJson} of what somebody has sent, which is checked next. A large body has its turn for either: eight of them that were there together kept everybody for as long as
 * all took.
 */
export async function parseBody(body: Buffer): Promise<unknown> {
  if (body.length <= largeBytes) return parseJson(body);
  await nextSlice();
  const parsed = parseJson(body);
  await nextSlice();
  return parsed;
}

/** Commas and brackets outside of texts: at least as many as there are values, the outermost aside. */
function countValues(body: Buffer): number {
  let count = 0;
  for (let at = 0; at < body.length && count <= maxValues; at += 1) {
    const byte = body[at];
    if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count += 1;
    else if (byte === quote) at = endOfText(body, at + 1);
  }
  return count;
}
