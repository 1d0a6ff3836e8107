import type { VirtualPath } from "@/lib/shared/paths";
import type { Packing } from "./pack-content";

/** More lines than this nobody reads; the rest is counted. */
const maxListed = 10_000;
/** So many of those that failed are named in the log. */
const maxFirst = 20;
const name = "Not in this archive.txt";

const sections = {
  skipped: "Links and special files that were left out:",
  unread: "Files and folders that could not be read:",
  cut: "Files that are damaged here because they could not be read to the end:",
};
type Section = keyof typeof sections;

export type LeftOut = Required<Pick<Packing, "onSkipped" | "onUnread" | "onCut" | "appendix">> & {
  /** What could not be read or not to the end: how many, and the first of them. */
  failed: () => { count: number; first: readonly { path: VirtualPath; error: string }[] };
};

/**
 * Names what an archive that is downloaded does not hold, in a text in it: its receiver has no other way to learn of it. Where links lead
 * to is not said, as visitors of a share must not know.
 */
export function createLeftOut(): LeftOut {
  const lines: Record<Section, string[]> = { skipped: [], unread: [], cut: [] };
  const counts: Record<Section, number> = { skipped: 0, unread: 0, cut: 0 };
  const first: { path: VirtualPath; error: string }[] = [];
  const add = (section: Section, packed: { name: string }) => {
    counts[section]++;
    if (lines[section].length < maxListed) lines[section].push(oneLine(packed.name));
  };
  const fail = (section: Section, packed: { path: VirtualPath; name: string }, error: { key: string }) => {
    add(section, packed);
    if (first.length < maxFirst) first.push({ path: packed.path, error: error.key });
  };
  return {
    onSkipped: (packed) => add("skipped", packed),
    onUnread: (packed, error) => fail("unread", packed, error),
    onCut: (packed, error) => {
      fail("cut", packed, error);
      return true;
    },
    appendix: () => {
      const parts = Object.entries(sections).flatMap(([key, title]) => {
        const section = key as Section; // a key of the literal above
        const more = counts[section] - lines[section].length;
        if (counts[section] === 0) return [];
        return [[title, "", ...lines[section], ...(more > 0 ? [`… and ${more} more`] : []), ""].join("\n")];
      });
      return parts.length === 0 ? null : { name, bytes: Buffer.from(parts.join("\n").toWellFormed()) };
    },
    failed: () => ({ count: counts.unread + counts.cut, first }),
  };
}

function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  return text.replace(/[\u0000-\u001f\u007f]/g, "?");
}
