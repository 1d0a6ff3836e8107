import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { maxNoteBytes } from "@/lib/server/storage/note-pages";

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];

/** What a page that holds no more than a single note may be longer than all of them. */
const slack = 1_000_000;

/** For the database: paths are much alike, and what has no quotes is written and read at once. */
export async function packPages(pages: readonly string[]): Promise<string[]> {
  const packed: string[] = [];
  for (const text of pages) packed.push((await deflate(text)).toString("base64"));
  return packed;
}

export async function unpackPage(page: string): Promise<string> {
  const text = await inflate(Buffer.from(page, "base64"), { maxOutputLength: maxNoteBytes + slack });
  return text.toString("utf8");
}
