import { pictureExtensions } from "@/lib/shared/preview-sizes";
import { compareNames } from "@/lib/shared/compare-names";
import { extensionOf } from "@/lib/shared/extension-of";
import { epubCover } from "./epub-cover";
import { fictionBookCover } from "./fiction-book-cover";
import { openMembers, type ZipMembers } from "./zip-members";

const isPicture = (name: string) => pictureExtensions.has(extensionOf(name)) && !/(?:^|\/)(?:\.|__MACOSX\/)/.test(name);
const firstPicture = (names: readonly string[]) => names.filter(isPicture).sort(compareNames)[0] ?? null;
const named = (pattern: RegExp) => (zip: ZipMembers) => zip.names.find((name) => pattern.test(name)) ?? null;
const microsoft = named(/^docProps\/thumbnail\.(?:jpe?g|png)$/i);
const openDocument = named(/^Thumbnails\/thumbnail\.png$/i);

/** Which member is the cover; null where there is none. */
const coverIn: Readonly<Record<string, (zip: ZipMembers) => string | null | Promise<string | null>>> = {
  epub: async (zip) => (await epubCover(zip)) ?? firstPicture(zip.names),
  cbz: ({ names }) => firstPicture(names),
  docx: microsoft,
  xlsx: microsoft,
  xlsm: microsoft,
  pptx: microsoft,
  odt: openDocument,
  ods: openDocument,
  odp: openDocument,
};

/** The picture that a book or an office file has of itself; null for one that has none, and for what is no such file. Throws for what is damaged. */
export async function findCover(input: Buffer, extension: string): Promise<Buffer | null> {
  if (extension === "fb2") return fictionBookCover(input);
  const find = coverIn[extension];
  if (find === undefined || input.toString("latin1", 0, 2) !== "PK") return null;
  const zip = await openMembers(input);
  const name = await find(zip);
  return name === null ? null : zip.read(name);
}
