import { mkdir, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import ssh2, { type ServerChannel } from "ssh2";
import { afterEach, beforeEach, expect, test } from "vitest";
import { outcomeOf } from "@/lib/server/storage/conformance/support";
import type { Storage } from "@/lib/server/storage/storage";
import type { VirtualPath } from "@/lib/shared/paths";
import { attributeFields, encodePacket, PacketReader, type Field } from "./protocol/packet";
import { openBeside } from "./beside-disk-fixture";
import { connectTo } from "./sftp-fixture";

const types = {
  init: 1,
  open: 3,
  close: 4,
  read: 5,
  lstat: 7,
  fstat: 8,
  opendir: 11,
  readdir: 12,
  remove: 13,
} as const;
const answers = { version: 2, status: 101, handle: 102, data: 103, name: 104, attributes: 105 } as const;
const announced = 2 ** 52;
const content = Buffer.from("hello");
const folder = { mode: 0o40755 };

/** What a host does once it has sent its five bytes. */
type Ending = "end of file" | "channel closed" | "connection cut" | "nonsense";

/** Its one file is announced with four million gigabytes. Counts what it is asked to remove. */
async function startLiar(ending: () => Ending) {
  const removed: string[] = [];
  const pair = () => ssh2.utils.generateKeyPairSync("ecdsa", { bits: 256 });
  const own = pair();
  const server = new ssh2.Server({ hostKeys: [pair().private] }, (client) => {
    client.on("error", () => {}); // it is left in the middle
    client.on("authentication", (context) => context.accept());
    const serve = (channel: ServerChannel) => {
      const finish = (reply: Reply) => {
        const how = ending();
        if (how === "end of file") reply(answers.status, [1]);
        else if (how === "channel closed") channel.close();
        else if (how === "nonsense") channel.write(Buffer.alloc(64, 0xff));
        else client.end();
      };
      channel.on("error", () => {});
      channel.on("data", packets(channel, { removed, finish }));
    };
    client.on("session", (accept) => accept().on("subsystem", (take) => serve(take())));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // of a TCP server
  return { removed, host: { port, user: "test", privateKey: own.private }, close: () => server.close() };
}

type Reply = (type: number, fields: readonly Field[]) => void;
type Way = { removed: string[]; finish: (reply: Reply) => void };

function packets(channel: ServerChannel, { removed, finish }: Way): (chunk: Buffer) => void {
  let waiting = Buffer.alloc(0);
  let isListed = false;
  const text = (value: string) => Buffer.from(value);
  const file = { mode: 0o100644, sizeBytes: announced, atimeS: 1, mtimeS: 1 };
  function answer(type: number, reader: PacketReader): void {
    const id = reader.number();
    const reply: Reply = (kind, fields) => channel.write(encodePacket(kind, [id, ...fields]));
    if (type === types.lstat || type === types.fstat) {
      const name = reader.text();
      reply(answers.attributes, attributeFields(name.endsWith("f") || name === "h" ? file : folder));
    } else if (type === types.opendir || type === types.open) {
      isListed = false;
      reply(answers.handle, [text("h")]);
    } else if (type === types.readdir) {
      if (isListed) reply(answers.status, [1]);
      else reply(answers.name, [1, text("f"), text(""), ...attributeFields(file)]);
      isListed = true;
    } else if (type === types.read) {
      reader.bytes();
      if (reader.long() === 0) reply(answers.data, [content]);
      else finish(reply);
    } else if (type === types.remove) {
      removed.push(reader.text());
      reply(answers.status, [0]);
    } else reply(answers.status, [type === types.close ? 0 : 8]);
  }
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    while (waiting.length >= 4 && waiting.length >= 4 + waiting.readUInt32BE(0)) {
      const length = 4 + waiting.readUInt32BE(0);
      const [type, body] = [waiting.readUInt8(4), waiting.subarray(5, length)];
      waiting = waiting.subarray(length);
      if (type === types.init) channel.write(encodePacket(answers.version, [3]));
      else answer(type, new PacketReader(body));
    }
  };
}

let base: string;
let how: Ending = "end of file";
let liar: Awaited<ReturnType<typeof startLiar>>;
let connection: ReturnType<typeof connectTo>;
let storage: Storage;
const rejections: unknown[] = [];
const note = (reason: unknown) => void rejections.push(reason);

beforeEach(async () => {
  rejections.length = 0;
  process.on("unhandledRejection", note);
  base = await realpath(await mkdtemp(path.join(tmpdir(), "storage-")));
  await mkdir(path.join(base, "disk"));
  liar = await startLiar(() => how);
  connection = connectTo(liar.host);
  const makeStorage = await openBeside(base, connection.open);
  const roots = [
    { id: "disk", note: "", place: path.join(base, "disk"), writable: true },
    { id: "host", note: "", place: "sftp:host/srv", writable: true },
  ];
  storage = makeStorage({ roots, scopes: null, protectedPaths: [], asker: { userId: "mia", tokenId: null } });
});
afterEach(async () => {
  connection.end();
  liar.close();
  await rm(base, { recursive: true, force: true });
  process.off("unhandledRejection", note);
});

const endings = ["end of file", "channel closed", "connection cut", "nonsense"] as const;
const options = () => ({ conflict: "fail" as const, signal: new AbortController().signal });
const [source, target] = ["host/f", "disk"] as [VirtualPath, VirtualPath]; // as people would type them

test.each(endings)("a file of which less comes than was announced is no copy (%s)", async (ending) => {
  how = ending;
  const failures: string[] = [];
  for (const way of ["copy", "move"] as const) {
    const outcome = await outcomeOf(storage[way](source, target, options()));
    failures.push(outcome);
  }
  for (const failure of failures) expect(["file/io", "storage/away"]).toContain(failure);
  expect(await readdir(path.join(base, "disk"))).toEqual([]);
  expect(liar.removed).toEqual([]);
});

test.each(endings)("nor is it read as if it were whole (%s)", async (ending) => {
  how = ending;
  const file = await storage.open(source);
  const read = async () => {
    for await (const _ of file.stream()) continue;
  };
  expect(["file/io", "storage/away"]).toContain(await outcomeOf(read()));
  await file.close();
  await new Promise(setImmediate);
  expect(rejections).toEqual([]);
});
