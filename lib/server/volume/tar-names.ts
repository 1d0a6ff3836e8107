import { posix } from "node:path";
import { paxRecord } from "@/lib/shared/tar";
import { limits } from "@/lib/server/base/limits";
import {
  blockBytes,
  isTarBlock,
  isZeroBlock,
  paddingFor,
  parseHeader,
  type TarHeader,
} from "@/lib/server/archive/tar/tar-header";
import { paxRecords, readPax, type Overrides } from "@/lib/server/archive/tar/tar-pax";
import { createBytes } from "./tar-bytes";

/** Types of headers that say something of the next entry. */
const [pax, extended] = ["x", "xgLK"];
const [link, folder, sparse] = ["2", "5", "S"];
/** Links, devices, folders, FIFOs: to the daemon nothing follows them, whatever size they tell. */
const withoutContent = "123456";
/** Of a header of GNU's sparse files, and of the blocks behind it. */
const [goesOnAt, goesOnFurtherAt] = [482, 504];
const [nameBytes, sizeAt, sumAt, typeAt] = [100, 124, 148, 156];
/** Of what a long name begins with. */
const [prefixAt, prefixEnd] = [345, 500];
const encoding = "latin1";

/** Two blocks of zeros. */
export const tarEnd = Buffer.alloc(2 * blockBytes);

type Found = {
  /** Of all files, with their holes: so much is written. */
  sizeBytes: number;
  /** Behind the last entry. */
  endAt: number;
};
type Change = (entry: TarHeader) => string;

/**
 * The entries of a tar, as the daemon reads it, without their content: nearly as long as their names. `change` says of which type each is then. Throws where the tar
 * breaks off before its end, or is none; `found` is right at the end.
 */
export async function* namesOf(
  chunks: AsyncIterable<Buffer>,
  { found = { sizeBytes: 0, endAt: 0 }, change = ({ type }) => type }: { found?: Found; change?: Change } = {},
): AsyncGenerator<Buffer, void> {
  const bytes = createBytes(chunks);
  let before: Overrides = {};
  let headers: Buffer[] = [];
  for (let isFirst = true; ; isFirst = false) {
    const block = await bytes.take(blockBytes);
    // The two blocks at the end; some programs write one, and some none.
    if (block === null && !isFirst) break;
    if (block === null || (isFirst && !isZeroBlock(block) && !isTarBlock(block))) throw new Error("no archive");
    if (isZeroBlock(block)) {
      await bytes.rest();
      break;
    }
    const header = parseHeader(block);
    const { type } = header;
    if (extended.includes(type)) {
      if (header.sizeBytes > limits.tar.headerBytes) throw new Error("a header that is too long");
      const content = await bytes.must(header.sizeBytes);
      await bytes.skip(paddingFor(header.sizeBytes));
      if (type === pax) before = await readPax(content);
      headers.push(...headerWith(block, type === pax ? withoutSizes(content) : content));
      continue;
    }
    if (type === sparse)
      for (let more = block[goesOnAt] === 1; more;) more = (await bytes.must(blockBytes))[goesOnFurtherAt] === 1;
    const own = withoutContent.includes(type) ? 0 : (before.sizeBytes ?? header.sizeBytes);
    await bytes.skip(own + paddingFor(own));
    found.sizeBytes += before.sparse?.realBytes ?? own;
    found.endAt = bytes.passedBytes();
    const { name = header.name, linkName = header.linkName } = before;
    yield Buffer.concat([...headers, edited(block, { sizeBytes: 0, type: change({ ...header, name, linkName }) })]);
    [before, headers] = [{}, []];
  }
  yield tarEnd;
}

/**
 * What keeps a name of a volume taken in the same way: a folder, or something else. A link only where it says from anywhere where it leads: what is behind an absolute
 * one is another thing in each container, and what programs in containers have made may be one that the daemon takes for a way out.
 */
export function placeholderOf({ type, name, linkName }: TarHeader): string {
  const leadsOut = posix.isAbsolute(linkName) || posix.join(posix.dirname(name), linkName).startsWith("..");
  return type === folder || (type === link && !leadsOut) ? type : "0";
}

/** Gives each entry of a tar to `see`. */
export async function eachEntry(chunks: AsyncIterable<Buffer>, see: (entry: TarHeader) => void): Promise<void> {
  const change: Change = (entry) => {
    see(entry);
    return entry.type;
  };
  for await (const _ of namesOf(chunks, { change }));
}

/** Without what it says of a content. */
function withoutSizes(content: Buffer): Buffer {
  const records: Uint8Array[] = [];
  for (const { key, value, whole } of paxRecords(content))
    if (key === "GNU.sparse.name") records.push(paxRecord("path", value));
    else if (key !== "size" && !key.startsWith("GNU.sparse.")) records.push(whole);
  return Buffer.concat(records);
}

/** A header of its own with this content; none without any. */
function headerWith(block: Buffer, content: Buffer): Buffer[] {
  if (content.length === 0) return [];
  return [edited(block, { sizeBytes: content.length }), content, Buffer.alloc(paddingFor(content.length))];
}

/** One entry of {@link namesOf} under another name, of at most 100 bytes of ASCII. */
export function renamed(entry: Buffer, name: string): Buffer {
  const block = Buffer.from(entry.subarray(-blockBytes));
  block.fill(0, 0, nameBytes).write(name, encoding);
  block.fill(0, prefixAt, prefixEnd);
  return Buffer.concat([entry.subarray(0, -blockBytes), edited(block, { sizeBytes: 0 })]);
}

function edited(block: Buffer, { sizeBytes, type }: { sizeBytes: number; type?: string }): Buffer {
  const out = Buffer.from(block);
  out.write(`${sizeBytes.toString(8).padStart(11, "0")}\0`, sizeAt, encoding);
  if (type !== undefined) out.write(type, typeAt, encoding);
  out.write(" ".repeat(8), sumAt, encoding);
  const sum = out.reduce((all, byte) => all + byte, 0);
  out.write(`${sum.toString(8).padStart(6, "0")}\0 `, sumAt, encoding);
  return out;
}
