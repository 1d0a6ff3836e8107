import { createHash } from "node:crypto";
import type { AddressInfo } from "node:net";
import ssh2, { type ServerChannel } from "ssh2";
import { afterEach, describe, expect, test } from "vitest";
import { at, listAll, listNames, outcomeOf } from "@/lib/server/storage/conformance/support";
import type { Storage } from "@/lib/server/storage/storage";
import { createSftpSession } from "./create-sftp-session";
import { attributeFields, encodePacket, PacketReader, type Field, type SftpAttributes } from "./protocol/packet";
import { connectClient } from "./sftp-fixture";
import { createSftpAdapter } from "./sftp-adapter";

type Request = { type: number; reader: PacketReader; reply: (type: number, fields: readonly Field[]) => void };
type Serve = (request: Request) => void;

const types = { open: 3, close: 4, read: 5, lstat: 7, fstat: 8, opendir: 11, readdir: 12, readlink: 19 } as const;
const answers = { status: 101, handle: 102, data: 103, name: 104, attributes: 105 } as const;
const [text, folder, file] = [
  (value: string) => Buffer.from(value),
  { mode: 0o40755 },
  { mode: 0o100644, sizeBytes: 1 },
];
const ends: (() => void)[] = [];

/** A host that says what no OpenSSH would: a real connection with a subsystem of ours at its other end. */
async function startHost(onChannel: (channel: ServerChannel) => void) {
  const pair = () => ssh2.utils.generateKeyPairSync("ecdsa", { bits: 256 });
  const [own, theirs] = [pair(), pair()];
  const server = new ssh2.Server({ hostKeys: [theirs.private] }, (client) => {
    client.on("error", () => {}); // it is left in the middle
    // Its types have forgotten it.
    if ("setNoDelay" in client && typeof client.setNoDelay === "function") client.setNoDelay(true);
    client.on("authentication", (context) => context.accept());
    client.on("session", (accept) => accept().on("subsystem", (take) => onChannel(take())));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // of a TCP server
  const client = await connectClient({ port, user: "test", privateKey: own.private });
  ends.push(
    () => client.end(),
    () => server.close(),
  );
  return client;
}

/** The same, speaking the protocol. */
function serving(serve: Serve): (channel: ServerChannel) => void {
  return (channel) => {
    let waiting = Buffer.alloc(0);
    channel.on("data", (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk]);
      for (let length = sizeOf(waiting); length <= waiting.length; length = sizeOf(waiting)) {
        const [type, body] = [waiting.readUInt8(4), waiting.subarray(5, length)];
        waiting = waiting.subarray(length);
        if (type === 1) {
          channel.write(encodePacket(2, [3]));
          continue;
        }
        const reader = new PacketReader(body);
        const id = reader.number();
        serve({ type, reader, reply: (answer, fields) => channel.write(encodePacket(answer, [id, ...fields])) });
      }
    });
  };
}

const sizeOf = (bytes: Buffer) => (bytes.length < 4 ? Infinity : 4 + bytes.readUInt32BE(0));

async function storageOn(serve: Serve): Promise<Storage> {
  const session = await createSftpSession(await startHost(serving(serve)), { silenceMs: 2_000 });
  const roots = [{ id: "r", note: "", place: "sftp:host/r", writable: true }];
  return createSftpAdapter(async () => session).create({ roots, scopes: null, protectedPaths: [], userId: null });
}

/** Everything is a folder with these names, and each of them is what its attributes say. */
function folderOf(entries: Readonly<Record<string, SftpAttributes>>, other?: Serve): Serve {
  let isRead = false;
  return (request) => {
    const { type, reader, reply } = request;
    if (type === types.lstat || type === types.fstat) {
      const name = reader.text().split("/").at(-1) ?? "";
      reply(answers.attributes, attributeFields(entries[name] ?? folder));
    } else if (type === types.opendir) {
      isRead = false;
      reply(answers.handle, [text("h")]);
    } else if (type === types.close) reply(answers.status, [0]);
    else if (type === types.readdir && !isRead) {
      isRead = true;
      const names = Object.entries(entries).flatMap(([name, attributes]) => [
        text(name),
        text(""),
        ...attributeFields(attributes),
      ]);
      reply(answers.name, [Object.keys(entries).length, ...names]);
    } else if (type === types.readdir) reply(answers.status, [1]);
    else if (other !== undefined) other(request);
    else reply(answers.status, [8]);
  };
}

describe("a host that is not to be trusted", () => {
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  test("names that are none, and our own, are in no listing", async () => {
    const names = ["good", "../up", "a/b", "", ".", "..", "nul\0", "x".repeat(300), ".filedeck-trash", "/etc/passwd"];
    const storage = await storageOn(folderOf(Object.fromEntries(names.map((name) => [name, file]))));
    expect(await listNames(storage, "")).toEqual(["good"]);
  });

  test("one that tells no modes is asked again, and taken at its word", async () => {
    let asked = 0;
    const serve = folderOf({ f: {}, d: {} });
    const storage = await storageOn((request) => {
      const isAsked = request.type === types.lstat;
      if (isAsked) asked++;
      serve(request);
    });
    expect((await listAll(storage, "")).map(({ name, kind }) => [name, kind])).toEqual([
      ["d", "file"],
      ["f", "file"],
    ]);
    expect(asked).toBeGreaterThanOrEqual(3);
  });

  test.each([
    ["a greeting in words", "Welcome to the machine room, please be quiet.\r\n"],
    ["a packet of four GiB", Buffer.from("fffffffe02", "hex")],
    ["a version that is older", encodePacket(2, [2])],
    ["half a packet", Buffer.from("00000005020000", "hex")],
  ])("%s is no session", async (_, bytes) => {
    const client = await startHost((channel) => channel.write(bytes));
    const session = createSftpSession(client, { silenceMs: 500 });
    await expect(session).rejects.toMatchObject({ key: "storage/away" });
  });

  test("an answer that breaks off in itself ends the session", async () => {
    const storage = await storageOn(({ reply }) => reply(answers.attributes, [0xffff]));
    expect(await outcomeOf(storage.stat(at("a")))).toBe("storage/away");
  });

  test("a file comes whole in whatever pieces it is given, and not more of it than was asked for", async () => {
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 241));
    const whole = { mode: 0o100644, sizeBytes: content.length };
    const openAs = (give: (from: number, length: number) => Buffer) =>
      storageOn(
        folderOf({ a: whole, h: whole }, ({ type, reader, reply }) => {
          if (type === types.open) return reply(answers.handle, [text("h")]);
          reader.bytes();
          const [from, length] = [reader.long(), reader.number()];
          const bytes = give(from, length);
          return bytes.length === 0 ? reply(answers.status, [1]) : reply(answers.data, [bytes]);
        }),
      ).then((storage) => storage.open(at("a")));
    const short = await openAs((from, length) => content.subarray(from, from + Math.min(length, 7_000)));
    const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    expect(digest(await short.readAll())).toBe(digest(content));
    const long = await openAs((from, length) => content.subarray(from, from + length + 1));
    await expect(long.readAll()).rejects.toMatchObject({ key: "file/io" });
    const cut = await openAs((from, length) => content.subarray(from, Math.min(from + length, 100_000)));
    await expect(cut.readAll()).rejects.toMatchObject({ key: "file/io" });
  });

  test("links without an end lead nowhere", async () => {
    const texts = ["l", "l/l/l", `${"../".repeat(3_000)}l`, "x/".repeat(1_000_000)];
    for (const target of texts) {
      const storage = await storageOn(
        folderOf({ l: { mode: 0o120777 } }, ({ type, reply }) =>
          type === types.readlink ? reply(answers.name, [1, text(target), text(""), 0]) : reply(answers.status, [4]),
        ),
      );
      expect((await storage.entry(at("l"))).link?.leadsTo).toBe("missing");
      expect(["file/too-many-links", "file/not-found"]).toContain(await outcomeOf(storage.stat(at("l"))));
    }
  });
});
