import type { FileEntry } from "@/lib/contracts/file";
import { formatOfName } from "@/lib/shared/image/image-formats";

type Entry = Pick<FileEntry, "name" | "kind" | "link">;

/** The format that a picture keeps when it is edited; null: only another one, undefined: it can't be edited. */
export const pictureFormat = ({ name, kind, link }: Entry) =>
  kind === "file" || link?.leadsTo === "file" ? formatOfName(name) : undefined;

/** Whether this can be turned where it lies: it can be written as what it was. */
export const isRotatable = (entry: Entry): boolean => typeof pictureFormat(entry) === "string";
