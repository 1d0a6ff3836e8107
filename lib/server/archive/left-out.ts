import type { Packing } from "./pack-content";

/** More lines than this nobody reads; the rest is counted. */
const maxListed = 10_000;
const name = "Not in this archive.txt";

type LeftOut = Required<Pick<Packing, "onSkipped" | "appendix">>;

/**
 * Names what an archive that is downloaded does not hold, in a text in it: its receiver has no other way to learn of it. Where links lead
 * to is not said, as visitors of a share must not know.
 */
export function createLeftOut(): LeftOut {
  const lines: string[] = [];
  let count = 0;
  return {
    onSkipped: (packed) => {
      count++;
      if (lines.length < maxListed) lines.push(oneLine(packed.name));
    },
    appendix: () => {
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
