// What others' files and bodies may cost where they are read by a parser: node --import tsx bench/hostile-parsers.ts [word]   (needs a build)
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { deflateRawSync, gzipSync } from "node:zlib";
import { call, signIn } from "../e2e/support/api-client";
import { basicOf, makeAppPassword, turnDav } from "../e2e/support/dav-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { createDisturbance } from "./support/disturbance";

const wanted = process.argv[2] ?? "";
const atOnce = 4;
const server = await startFiledeck();
const session = await signIn(server);
const attack = createDisturbance(server, { other: await signIn(server), wanted });

type Asked = { target: string; method?: string; headers?: Record<string, string>; body?: unknown };

/** The same call several times at once, each read to its end. */
function ask(name: string, { target, ...options }: Asked): Promise<void> {
  return attack(name, async () => {
    const beganMs = performance.now();
    const answers = await Promise.all(
      Array.from({ length: atOnce }, () => call(server, target, { session, ...options })),
    );
    const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
    return [
      answers.map(({ status, text }) => `${status} ${(text.length / 1e6).toFixed(1)} MB`).join(", "),
      `${seconds} s`,
    ];
  });
}
const put = (name: string, bytes: Uint8Array | string) => writeFileSync(path.join(server.filesDir, name), bytes);

async function list(name: string, file: string, bytes: Uint8Array): Promise<void> {
  put(file, bytes);
  await ask(name, { target: "file/archive/list", body: { path: `files/${file}` } });
}

/** A header of a tar, with what its fields say. */
function tarHeader(name: string, sizeBytes: number, type: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write("0000644\0", 100);
  header.write(`${sizeBytes.toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\0        ", 136);
  header.write(type, 156);
  header.write("ustar\u000000", 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}
function tarEntry(name: string, type: string, content: string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([tarHeader(name, bytes.length, type), bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = rest.length;
  while (`${length}${rest}`.length !== length) length = `${length}${rest}`.length;
  return `${length}${rest}`;
}

/** A zip whose directory names so many entries, all of them at the same place. */
function zipOf(count: number, name: (index: number) => string): Buffer {
  const content = deflateRawSync(Buffer.from("x"));
  const parts: Buffer[] = [];
  const local = Buffer.alloc(31);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(content.length, 18);
  local.writeUInt32LE(1, 22);
  local.writeUInt16LE(1, 26);
  local.write("x", 30);
  for (let index = 0; index < count; index++) {
    const bytes = Buffer.from(name(index));
    const header = Buffer.alloc(46);
    header.writeUInt32LE(0x02014b50, 0);
    header.writeUInt16LE(8, 10);
    header.writeUInt32LE(content.length, 20);
    header.writeUInt32LE(1, 24);
    header.writeUInt16LE(bytes.length, 28);
    parts.push(header, bytes);
  }
  const central = Buffer.concat(parts);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length + content.length, 16);
  return Buffer.concat([local, content, central, end]);
}

try {
  mkdirSync(path.join(server.filesDir, "small"));
  const empty = Buffer.alloc(1024);
  const records = paxRecord("path", "a").repeat(90_000);
  await list(
    "tar: a header of 90,000 records",
    "pax.tar",
    Buffer.concat([tarEntry("h", "x", records), tarEntry("a", "0", ""), empty]),
  );
  const headers = Buffer.concat(
    Array.from({ length: 2_000 }, () => tarEntry("h", "x", paxRecord("comment", "x".repeat(900)))),
  );
  await list("tar: headers without an entry", "headers.tar", Buffer.concat([headers, tarEntry("a", "0", ""), empty]));
  const map = `0\n${"0\n1\n".repeat(200_000)}`;
  await list(
    "tar: a map of 200,000 holes",
    "holes.tar",
    Buffer.concat([
      tarEntry("h", "x", paxRecord("GNU.sparse.map", "0,1,".repeat(100_000)) + paxRecord("GNU.sparse.size", "9")),
      tarEntry("a", "0", map),
      empty,
    ]),
  );
  const entries = Buffer.concat(Array.from({ length: 100_000 }, (_, index) => tarHeader(`d/${index}`, 0, "0")));
  await list("tar.gz: 100,000 entries", "many.tar.gz", gzipSync(Buffer.concat([entries, empty])));
  await list("tar.gz: a gigabyte of zeros", "zeros.tar.gz", gzipSync(Buffer.alloc(1_000_000_000)));
  await list(
    "zip: 60,000 entries of one place",
    "many.zip",
    zipOf(60_000, (index) => `d/${index}`),
  );
  await list(
    "zip: names of 60,000 letters",
    "long.zip",
    zipOf(1_000, (index) => `${index}${"/a".repeat(30_000)}`),
  );
  await list("zip: nothing but signatures", "signs.zip", Buffer.alloc(50_000_000, Buffer.from("504b0506", "hex")));
  await list("7z: nothing but signatures", "signs.7z", Buffer.alloc(50_000_000, Buffer.from("377abcaf271c", "hex")));
  await list(
    "rar: nothing but signatures",
    "signs.rar",
    Buffer.alloc(50_000_000, Buffer.from("526172211a0700", "hex")),
  );
  await list("xz: nothing but signatures", "signs.xz", Buffer.alloc(50_000_000, Buffer.from("fd377a585a00", "hex")));

  for (const [name, bytes] of [
    ["text: a long line of no encoding", Buffer.alloc(19_000_000, 0xc3)],
    ["text: bytes that could be Shift-JIS", Buffer.alloc(19_000_000, Buffer.from("88a0", "hex"))],
    ["text: line ends only", Buffer.alloc(19_000_000, "\r")],
  ] as const) {
    put("a.txt", bytes);
    await ask(name, { target: "file/files/a.txt" });
  }
  for (const [name, file, bytes] of [
    [
      "picture: one of 30,000 by 30,000",
      "large.svg",
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"/>`),
    ],
    [
      "picture: a PNG of segments",
      "a.png",
      Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(20_000_000)]),
    ],
    ["picture: a JPEG of markers", "a.jpg", Buffer.alloc(20_000_000, Buffer.from("ffd8ffe10004", "hex"))],
    ["picture: a HEIC of boxes", "a.heic", Buffer.alloc(20_000_000, Buffer.from("0000000866747970", "hex"))],
    ["film: an MP4 of boxes", "a.mp4", Buffer.alloc(20_000_000, Buffer.from("000000086d6f6f76", "hex"))],
  ] as const) {
    put(file, bytes);
    await ask(name, { target: `file/properties?path=files/${file}` });
  }

  const deep = (open: string, close: string) => `${open.repeat(900_000)}${close.repeat(900_000)}`;
  const json = { "content-type": "application/json" };
  await ask("body: lists in lists", { target: "navindex/save", method: "POST", headers: json, body: deep("[", "]") });
  await ask("body: a million keys", {
    target: "user/userInfo/update",
    method: "POST",
    headers: json,
    body: `{${Array.from({ length: 150_000 }, (_, index) => `"k${index}":${index}`).join(",")}}`,
  });
  const table = `${Array.from({ length: 6_000 }, (_, index) => `/dev/sd${index} /mnt/${index} ext4 defaults 0 0`).join("\n")}\n`;
  await ask("fstab: 6,000 lines", { target: "disk/fstab/check", body: { text: table } });
  await ask("settings: a file of a megabyte", {
    target: "setting/import/preview",
    body: {
      file: {
        format: "filedeck-settings",
        version: "1",
        made_at: "",
        settings: Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`k${index}`, index])),
      },
    },
  });
  await ask("key: 60 KB of PEM", {
    target: "crypto/keys/import",
    body: {
      name: "a",
      text: `-----BEGIN OPENSSH PRIVATE KEY-----\n${"A".repeat(60_000)}\n-----END OPENSSH PRIVATE KEY-----\n`,
    },
  });

  await turnDav(server, session, true);
  const headersOf = {
    authorization: basicOf(await makeAppPassword(server, session)),
    "content-type": "application/xml",
  };
  const propfind = (body: string) => () =>
    Promise.all(
      Array.from({ length: atOnce }, async () => {
        const reply = await fetch(`${server.url}/dav/files/`, { method: "PROPFIND", headers: headersOf, body });
        return `${reply.status} ${(await reply.text()).length}`;
      }),
    );
  const entities = Array.from(
    { length: 20 },
    (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
  ).join("");
  await attack(
    "WebDAV: entities of entities",
    propfind(`<!DOCTYPE a [<!ENTITY e0 "x">${entities}]><a xmlns="DAV:">&e20;</a>`),
  );
  await attack("WebDAV: elements in elements", propfind(`${"<a>".repeat(35_000)}${"</a>".repeat(35_000)}`));
  await attack(
    "WebDAV: an element of attributes",
    propfind(`<a ${Array.from({ length: 20_000 }, (_, index) => `b${index}=""`).join(" ")}/>`),
  );
  await attack(
    "WebDAV: namespaces",
    propfind(Array.from({ length: 5_000 }, (_, index) => `<a xmlns:n${index}="u${index}">`).join("")),
  );
  await attack(
    "WebDAV: thousands of properties",
    propfind(`<propfind xmlns="DAV:"><prop>${"<a/>".repeat(60_000)}</prop></propfind>`),
  );
} finally {
  await server.remove();
}
