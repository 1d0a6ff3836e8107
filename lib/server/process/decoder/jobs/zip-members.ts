import { inflateRawSync } from "node:zlib";
import { fromBufferPromise, type Entry } from "yauzl";

/** A book of pictures has hundreds, a large workbook thousands. */
const maxMembers = 20_000;
/** A picture or a table of contents that unpacks to more is refused. */
const maxUnpackedBytes = 32 * 1024 * 1024;
const [stored, deflated] = [0, 8];

export type ZipMembers = { names: readonly string[]; read: (name: string) => Promise<Buffer> };

/** A zip of which a few members are read: each is unpacked only when it is asked for, and never beyond the bound, whatever the directory says. Throws for what is no zip, and for one with too much in it. */
export async function openMembers(input: Buffer): Promise<ZipMembers> {
  const zip = await fromBufferPromise(input, { lazyEntries: true, autoClose: false });
  const members = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (members.size >= maxMembers) throw new Error("too many members");
    if (!members.has(entry.fileName)) members.set(entry.fileName, entry);
  }
  return {
    names: [...members.keys()],
    read: async (name) => {
      const entry = members.get(name);
      if (entry === undefined) throw new Error("no such member");
      if (entry.isEncrypted()) throw new Error("it is encrypted");
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      const packed = input.subarray(fileDataStart, fileDataStart + entry.compressedSize);
      if (entry.compressionMethod === stored) return packed;
      if (entry.compressionMethod !== deflated) throw new Error("another method");
      return inflateRawSync(packed, { maxOutputLength: maxUnpackedBytes });
    },
  };
}
