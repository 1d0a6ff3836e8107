import path from "node:path";
import { attributesOf, tagsOf } from "./tags";
import type { ZipMembers } from "./zip-members";

/** The cover that an e-book names (EPUB 3, and `meta` of EPUB 2), else what is called one; null where none of these is in it. */
export async function epubCover(zip: ZipMembers): Promise<string | null> {
  const container = "META-INF/container.xml";
  if (!zip.names.includes(container)) return null;
  const opf = tagsOf(await zip.read(container), "rootfile").map(attributesOf)[0]?.["full-path"];
  if (opf === undefined || !zip.names.includes(opf)) return null;
  const text = await zip.read(opf);
  const named = tagsOf(text, "meta")
    .map(attributesOf)
    .find(({ name }) => name === "cover")?.["content"];
  const pictures = tagsOf(text, "item")
    .map(attributesOf)
    .filter((item) => item["media-type"]?.startsWith("image/") === true);
  const item =
    pictures.find(({ properties = "" }) => properties.split(/\s+/).includes("cover-image")) ??
    pictures.find(({ id }) => id !== undefined && id === named) ??
    pictures.find(({ id = "", href = "" }) => /cover/i.test(`${id} ${href}`)) ??
    pictures[0];
  const place = placeOf(opf, item?.["href"] ?? "");
  return zip.names.includes(place) ? place : null;
}

/** Of an address beside the table of contents. */
function placeOf(opf: string, href: string): string {
  try {
    return path.posix.join(path.posix.dirname(opf), decodeURIComponent(href));
  } catch {
    return "";
  }
}
