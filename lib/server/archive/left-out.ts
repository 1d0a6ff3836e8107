import type { Packed } from "./walk-entries";

/** More lines than this nobody reads; the rest is counted. */
const maxListed = 10_000;
const name = "Not in this archive.txt";

/**
 * Names what an archive that is downloaded does not hold, in a text in it: its receiver has no other way to learn of it. Where links lead
 * to is not said, as visitors of a share must not know.
 */
export function createLeftOut() {
  const lines: string[] = [];
  let count = 0;
  return {
    note(packed: Packed): void {
      count++;
      if (lines.length < maxListed) lines.push(oneLine(packed.name));
    },
    /** Null where nothing was left out. */
    appendix(): { name: string; bytes: Uint8Array } | null {
      if (count === 0) return null;
      const more = count > lines.length ? [`… and ${count - lines.length} more`] : [];
      const title = "Links and special files that were left out:";
      return { name, bytes: Buffer.from([title, "", ...lines, ...more, ""].join("\n").toWellFormed()) };
    },
  };
}

function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  return text.replace(/[\u0000-\u001f\u007f]/g, "?");
}
