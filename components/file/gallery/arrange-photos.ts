import { kindOf } from "@/components/domain/entry/kinds";
import { isFolder, type SortOrder } from "@/components/domain/entry/sort-rows";
import type { FileEntry } from "@/lib/contracts/file";
import type { GallerySection } from "./gallery-layout";
import { groupByDate, type DateUnit } from "./group-by-date";

type Wishes = {
  sort: SortOrder;
  isByDate: boolean;
  takenMs: (entry: FileEntry) => number | undefined;
  titleOf: (ms: number, unit: DateUnit) => string;
  otherTitle: string;
};

export type Arranged = {
  /** Folders, pictures and films, all others. */
  rows: readonly FileEntry[];
  sections: readonly GallerySection[];
  /** Of each section with a date. */
  times: ReadonlyMap<string, number>;
};

/** Of tens of thousands of rows it is asked again with each that becomes known. */
const known = new WeakMap<FileEntry, boolean>();

export function isPhoto(entry: FileEntry): boolean {
  const before = known.get(entry);
  if (before !== undefined) return before;
  const is = ["image", "video"].includes(kindOf(entry));
  known.set(entry, is);
  return is;
}

/** The rows as the gallery has them: newest pictures first, unless the folder's order is oldest first, or the folder's order alone. */
export function arrangePhotos(rows: readonly FileEntry[], wishes: Wishes): Arranged {
  const [folders, photos, others]: [FileEntry[], FileEntry[], FileEntry[]] = [[], [], []];
  for (const row of rows) {
    if (isFolder(row)) folders.push(row);
    else if (isPhoto(row)) photos.push(row);
    else others.push(row);
  }
  const start = folders.length;
  const { shown, sections, times } = wishes.isByDate ? dated(photos, start, wishes) : plain(photos, start);
  const end = start + photos.length;
  return {
    rows: [...folders, ...shown, ...others],
    sections: [
      { key: "folders", title: "", look: "cards", start: 0, end: start },
      ...sections,
      { key: "others", title: end > 0 ? wishes.otherTitle : "", look: "cards", start: end, end: end + others.length },
    ],
    times,
  };
}

type Part = { shown: readonly FileEntry[]; sections: readonly GallerySection[]; times: ReadonlyMap<string, number> };

const plain = (photos: readonly FileEntry[], start: number): Part => ({
  shown: photos,
  sections: [{ key: "photos", title: "", look: "photos", start, end: start + photos.length }],
  times: new Map(),
});

function dated(photos: readonly FileEntry[], start: number, { sort, takenMs, titleOf }: Wishes): Part {
  const direction = sort === "time_minx_max" ? 1 : -1;
  const timed = photos.map((entry) => ({ entry, ms: takenMs(entry) ?? entry.mtime }));
  timed.sort((a, b) => (a.ms - b.ms) * direction);
  const { unit, groups } = groupByDate(timed.map(({ ms }) => ms));
  return {
    shown: timed.map(({ entry }) => entry),
    sections: groups.map((group) => ({
      key: group.key,
      title: titleOf(group.ms, unit),
      look: "photos",
      start: start + group.start,
      end: start + group.end,
    })),
    times: new Map(groups.map(({ key, ms }) => [key, ms])),
  };
}
