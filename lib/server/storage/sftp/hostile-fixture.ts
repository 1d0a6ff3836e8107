import type { AddressInfo } from "node:net";
import ssh2, { type ServerChannel } from "ssh2";
import type { Storage } from "@/lib/server/storage/storage";
import { createSftpSession } from "./create-sftp-session";
import { attributeFields, encodePacket, PacketReader, type Field, type SftpAttributes } from "./protocol/packet";
import { connectClient } from "./sftp-fixture";
import { createSftpAdapter } from "./sftp-adapter";

type Request = { type: number; reader: PacketReader; reply: (type: number, fields: readonly Field[]) => void };
export type Serve = (request: Request) => void;

export const types = {
  open: 3,
  close: 4,
  read: 5,
  lstat: 7,
  fstat: 8,
  opendir: 11,
  readdir: 12,
  remove: 13,
  rename: 18,
  readlink: 19,
} as const;
export const answers = { status: 101, handle: 102, data: 103, name: 104, attributes: 105 } as const;
export const text = (value: string) => Buffer.from(value);
export const folder = { mode: 0o40755 };
const ends: (() => void)[] = [];

/** After each test. */
export function endHosts(): void {
  for (const end of ends.splice(0)) end();
}

/** A host that says what no OpenSSH would: a real connection with a subsystem of ours at its other end. */
export async function startHost(onChannel: (channel: ServerChannel) => void) {
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

export async function storageOn(serve: Serve): Promise<Storage> {
  const session = await createSftpSession(await startHost(serving(serve)), { silenceMs: 2_000 });
  const roots = [{ id: "r", note: "", place: "sftp:host/r", writable: true }];
  return createSftpAdapter(async () => session).create({ roots, scopes: null, protectedPaths: [], asker: null });
}

/** Everything is a folder with these names, and each of them is what its attributes say. */
export function folderOf(entries: Readonly<Record<string, SftpAttributes>>, other?: Serve): Serve {
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
