import { shortReference } from "@/lib/shared/image-reference";
import type { ImageRow } from "@/lib/contracts/docker-images";

export const imageFilters = ["all", "used", "unused", "untagged"] as const;
export type ImageFilter = (typeof imageFilters)[number];

type Rows = ReadonlyMap<string, ImageRow>;

const isIn: Record<ImageFilter, (row: ImageRow) => boolean> = {
  all: () => true,
  used: ({ used_count }) => used_count > 0,
  unused: ({ used_count }) => used_count === 0,
  untagged: ({ tags, digests }) => tags.length === 0 && digests.length === 0,
};

export function filterImages(rows: Rows, { text, filter }: { text: string; filter: ImageFilter }): Rows {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ id, tags, digests, used_by }: ImageRow, word: string) =>
    id.startsWith(word) ||
    shortId(id).startsWith(word) ||
    [...tags, ...digests, ...used_by].some((one) => one.toLocaleLowerCase().includes(word));
  return new Map([...rows].filter(([, row]) => isIn[filter](row) && words.every((word) => fits(row, word))));
}

/** By its id, the beginning of it that is shown, or one of its names. */
export function findImage(rows: Rows, asked: string): ImageRow | null {
  const isMeant = ({ id, tags, digests }: ImageRow) =>
    shortId(id) === asked || tags.includes(asked) || digests.includes(asked);
  return rows.get(asked) ?? [...rows.values()].find(isMeant) ?? null;
}

/** As Docker shows it. */
export const shortId = (id: string): string => id.replace("sha256:", "").slice(0, 12);

/** One that was pulled by its digest has no other name. */
export const nameOfImage = ({
  id,
  tags: [tag],
  digests: [digest],
}: Pick<ImageRow, "id" | "tags" | "digests">): string =>
  tag ?? (digest === undefined ? shortId(id) : shortReference(digest));
