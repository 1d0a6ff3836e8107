import { AppError } from "@/lib/shared/errors";

/** Signs that no shell makes anything of. */
const plain = /^[\w./+:@%,-]+$/;
/** Keys, to whoever reads from a terminal: Enter would run what comes before it. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const keys = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * A host path as a shell's word, to be typed: in quotes where it needs them, for POSIX shells and fish alike (backslashes stand outside of the quotes,
 * since inside fish reads them). A name with control characters, or with bytes that are no text, cannot be typed: terminal/unsafe-name.
 */
export function quotePath(place: string): string {
  if (keys.test(place) || !place.isWellFormed())
    throw new AppError("terminal/unsafe-name", { name: place.slice(place.lastIndexOf("/") + 1) });
  return plain.test(place) ? place : `'${place.replaceAll(/['\\]/g, (sign) => `'\\${sign}'`)}'`;
}
