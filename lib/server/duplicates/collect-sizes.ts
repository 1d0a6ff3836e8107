import type { VirtualPath } from "@/lib/shared/paths";
import type { Survey } from "@/lib/server/storage/survey";

export type Candidate = { path: VirtualPath; sizeBytes: number; mtimeMs: number };

export type SizeCollection = {
  survey: Survey<string>;
  unreadable: () => number;
  minBytes: () => number;
  files: () => number;
  /** Files that share their size with another one, the largest first. */
  groups: () => Candidate[][];
};

/** Beyond these the smaller half is let go: it would free the least. */
const maxFiles = 400_000;

/** Files by size. One file under several names takes its space once: only the first name counts. */
export function collectSizes(minBytes: number, most: number = maxFiles): SizeCollection {
  const bySize = new Map<number, Candidate[]>();
  const hardLinks = new Set<string>();
  let least = minBytes;
  let kept = 0;
  let unreadable = 0;

  function letGo(): void {
    const sizes = [...bySize].flatMap(([size, files]) => files.map(() => size)).sort((a, b) => a - b);
    least = (sizes[sizes.length >> 1] ?? least) + 1;
    for (const [size, files] of bySize)
      if (size < least) {
        bySize.delete(size);
        kept -= files.length;
      }
  }

  return {
    survey: {
      enter: () => "below",
      leaf({ path, kind, sizeBytes, mtimeMs, hardLinkId }) {
        if (kind !== "file" || sizeBytes < least) return;
        if (hardLinkId !== null) {
          if (hardLinks.has(hardLinkId)) return;
          hardLinks.add(hardLinkId);
        }
        const candidate = { path: path as VirtualPath, sizeBytes, mtimeMs }; // as the walk calls it
        const same = bySize.get(sizeBytes);
        if (same === undefined) bySize.set(sizeBytes, [candidate]);
        else same.push(candidate);
        kept++;
        if (kept > most) letGo();
      },
      leave: () => {},
      unreadable: () => void unreadable++,
    },
    unreadable: () => unreadable,
    minBytes: () => least,
    files: () => kept,
    groups: () =>
      [...bySize]
        .filter(([, files]) => files.length > 1)
        .sort(([a], [b]) => b - a)
        .map(([, files]) => files),
  };
}
