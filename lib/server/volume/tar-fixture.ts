import { tarHeader } from "@/lib/shared/tar";

type Header = Partial<Parameters<typeof tarHeader>[0]>;

/** A file of one block. */
export function tarFile(name: string, text: string, more: Header = {}): Buffer {
  const content = Buffer.alloc(512);
  content.write(text);
  return Buffer.concat([tarHeader({ name, sizeBytes: text.length, mtimeMs: 0, type: "0", ...more }), content]);
}

/** The header of an entry of any type, whatever size it tells. */
export function tarEntry(name: string, type: string, linkName = "", sizeBytes = 0): Buffer {
  const block = Buffer.from(tarHeader({ name, sizeBytes, mtimeMs: 0, type }));
  block.write(linkName, 157, "latin1");
  block.write(" ".repeat(8), 148, "latin1");
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}
