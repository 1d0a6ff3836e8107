// Archives for the tests: small ones that others made, and forged ones that nobody's packer would make.
import { crc32 } from "node:zlib";

const bytes = (base64: string) => Buffer.from(base64, "base64");

/** Each has `ok.txt` ("fine") and `box/in.txt` ("deep"). The password is "secret". */
export const samples = {
  "names.7z": bytes(
    "N3q8ryccAAQoh25UoAAAAAAAAAA+AAAAAAAAAA0szId/PCloMXzVAaRlKrccb3HpmSu68mVmydyyaMhZNgzbfPzaAYDVHtezRiHq5zQ+Njj/37tZzKGOpoOm" +
      "e1Ytg4JewnHzh4yQxJfBfzapmKOmhmSPRBUY0z9CGwcNJK5PaPKhaH2dfTzOaZC6uiiNRXBtyjB9d+QqhG1ZiT+fvT1zhNEqcfm0UtHS7ZO8ie+lB6nYAAbw" +
      "GXPP8sYH0HQ4m8x8FwYQAQmAkAAHCwEAAiQG8QcBElMPEwJnUfkpmfaE2EPgTcDjISMDAQEFXQAQAAABAAyAiYCqCgG5FIp8AAA=",
  ),
  "content.7z": bytes(
    "N3q8ryccAARkKMBYmQAAAAAAAAAiAAAAAAAAAAYZULsb1zPm5l+/IxXpvmyKrSsJAACBMweuD87ysgwHsMPa919FiphISvaVo8KqdHU2sCqJmy/z+xLKY5l3" +
      "n2l91pNzDF1mj4azXyrrSb2owlJ/pu6t+rWQxEaozLn7X/JdjEX8M8tB3/G2xTY+Z5Q1Fpqb6n4FZg0bFapbp8+T75luwts29T4p227wpwIJ8YVz1Vf/vFdt" +
      "D8AAAAAXBhABCYCJAAcLAQABIwMBAQVdABAAAAyAqgoBd3SjOAAA",
  ),
  "t.tar.zst": bytes(
    "KLUv/QRo3QMAYkURE5DPAVAv66Gj3T0aYhGE0v8LSAGSsWVQGfXWAJ0BL91sDOKLG9UZdO01xnkAZqrU/gzOA/Hg92hCmrnNeOGXcvj11vBiFCBgZ2lxB/1N" +
      "D/KrZMwqSQy4VANaAEytQe4A4QAunzS+qk+iMQ5A+/dzaDBOMCjAdJpbnCDomA==",
  ),
  "t.tar.xz": bytes(
    "/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM4Cf/AJpdADeawcXSTDWFxZTAxEHVd9FhwALlT1bSoG5CJfq8K4vOZVKeKbRetozBW6muk1Xj7xAOBBBOgAso2UPQ" +
      "D3i9b5LXpoyXtS4r9oyxf6rcGCXyBJGjS8/fLhKVYBFg1FdSP48DEYzTD5C31qPo68rOjOIKDleJnEFqsMdxzGzKZriAFsupSaUVg2Go+rok2V81+WWZaNQg" +
      "z1dC+AAAAABfpFQRbDBuQQABtgGAUAAAjpVDs7HEZ/sCAAAAAARZWg==",
  ),
};

/** One text, "only one", packed alone. */
export const alone = {
  "one.txt.bz2": bytes("QlpoOTFBWSZTWTdYDugAAAMRgEAAAgWAICAAMMAGmmaFQpTC7kinChIG6wHdAA=="),
  "one.txt.zst": bytes("KLUv/QRYQQAAb25seSBvbmW50O2F"),
};

/** Nothing is packed in it, so that its names can be changed: `aa_slip.txt`, `btmp_fd.txt`, a link, `box/in.txt`, `ok.txt`. */
const plain = bytes(
  "N3q8ryccAAQaLrDfHQAAAAAAAAAiAQAAAAAAAAKaQrpiYWRkZWVwYmFkL2V0Yy9wYXNzd2RmaW5lZmluZQEEBgAGCQMEAwsEBAAHCwYAAQEAAQEAAQEAAQEA" +
    "AQEAAQEADAMEAwsEBAAICgH7OSuCXViTk/s5K4IKuR8pklSpvpJUqb4AAAUHDgGAEXUAYgBvAHgAAABhAGEAXwBzAGwAaQBwAC4AdAB4AHQAAABiAG8AeAAv" +
    "AGkAbgAuAHQAeAB0AAAAYgB0AG0AcABfAGYAZAAuAHQAeAB0AAAAbABpAG4AawAAAG8AawAuAHQAeAB0AAAA5WUsZy4AdAB4AHQAAAAUOgEAFfRIJcF53QHC" +
    "lEglwXndARX0SCXBed0BwpRIJcF53QHClEglwXndAcKUSCXBed0BFfRIJcF53QEVHgEAEIDtQSCApIEggKSBIICkgSCA/6EggKSBIICkgQAA",
);

/** 7zFormat.txt: the header at the end has a checksum in the one at the beginning, which has its own. */
export function forge7z(): Buffer {
  const out = Buffer.from(plain);
  for (const [from, to] of [
    ["aa_slip.txt", "../slip.txt"],
    ["btmp_fd.txt", "/tmp/fd.txt"],
  ] as const)
    Buffer.from(to, "utf16le").copy(out, out.indexOf(Buffer.from(from, "utf16le")));
  const start = 32 + Number(out.readBigUInt64LE(12));
  out.writeUInt32LE(crc32(out.subarray(start, start + Number(out.readBigUInt64LE(20)))), 28);
  out.writeUInt32LE(crc32(out.subarray(12, 32)), 8);
  return out;
}

type RarEntry = { name: string; content?: string; linksTo?: string };

/** RAR 5.0 (https://www.rarlab.com/technote.htm), stored. */
export function forgeRar5(entries: readonly RarEntry[]): Buffer {
  const blocks = entries.map(({ name, content = "", linksTo }) => {
    const data = Buffer.from(content);
    const target = linksTo === undefined ? null : Buffer.from(linksTo);
    const redirection = target === null ? [] : [5, 1, 0, target.length, ...target];
    const extra = redirection.length === 0 ? [] : [redirection.length, ...redirection];
    const raw = Buffer.from(name);
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32LE(crc32(data));
    const fields = [4, ...vint(data.length), ...vint(0o100644), ...checksum, 0, 1, ...vint(raw.length), ...raw];
    return block5(
      [2, extra.length === 0 ? 2 : 3, ...(extra.length === 0 ? [] : vint(extra.length)), ...vint(data.length)],
      [...fields, ...extra],
      data,
    );
  });
  return Buffer.concat([
    Buffer.from("Rar!\u001a\u0007\u0001\0", "latin1"),
    block5([1, 0], [0]),
    ...blocks,
    block5([5, 0], [0]),
  ]);
}

function block5(head: readonly number[], fields: readonly number[], data = Buffer.alloc(0)): Buffer {
  const body = Buffer.from([...head, ...fields]);
  const sized = Buffer.concat([Buffer.from(vint(body.length)), body]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(sized));
  return Buffer.concat([checksum, sized, data]);
}

function vint(value: number): number[] {
  const out: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    out.push((left % 128) + (left >= 128 ? 128 : 0));
    if (left < 128) return out;
  }
}

/** RAR 4, stored. */
export function forgeRar4(entries: readonly RarEntry[]): Buffer {
  const blocks = entries.map(({ name, content = "", linksTo }) => {
    const data = Buffer.from(linksTo ?? content);
    const raw = Buffer.from(name);
    const fields = Buffer.alloc(25 + raw.length);
    fields.writeUInt32LE(data.length, 0);
    fields.writeUInt32LE(data.length, 4);
    fields.writeUInt8(3, 8); // Unix
    fields.writeUInt32LE(crc32(data), 9);
    fields.writeUInt32LE(0x5a21_0000, 13);
    fields.writeUInt8(20, 17);
    fields.writeUInt8(0x30, 18);
    fields.writeUInt16LE(raw.length, 19);
    fields.writeUInt32LE(linksTo === undefined ? 0o100644 : 0o120777, 21);
    raw.copy(fields, 25);
    return block4(0x74, 0x8000, fields, data);
  });
  return Buffer.concat([
    Buffer.from("Rar!\u001a\u0007\0", "latin1"),
    block4(0x73, 0, Buffer.alloc(6)),
    ...blocks,
    block4(0x7b, 0x4000, Buffer.alloc(0)),
  ]);
}

function block4(type: number, flags: number, fields: Uint8Array, data = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(7);
  head.writeUInt8(type, 2);
  head.writeUInt16LE(flags, 3);
  head.writeUInt16LE(7 + fields.length, 5);
  const all = Buffer.concat([head, fields]);
  all.writeUInt16LE(crc32(all.subarray(2)) % 0x10000, 0);
  return Buffer.concat([all, data]);
}
