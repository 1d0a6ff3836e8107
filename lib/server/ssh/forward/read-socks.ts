import type { Socket } from "node:net";

const version = 5;
const connectCommand = 1;
const kinds = { ipv4: 1, name: 3, ipv6: 4 } as const;
const maxBytes = 1024;
const answerMs = 10_000;

export const socksReplies = { done: 0, refused: 5, command: 7 } as const;

/** A reply (RFC 1928 §6); the address in it is asked for by nobody who only connects. */
export function socksReply(code: (typeof socksReplies)[keyof typeof socksReplies]): Buffer {
  return Buffer.from([version, code, 0, kinds.ipv4, 0, 0, 0, 0, 0, 0]);
}

/** Where a SOCKS 5 client (RFC 1928) wants to go; null when it says something else, or nothing. Without a password: it listens on loopback. */
export async function readSocks(socket: Socket): Promise<{ address: string; port: number } | null> {
  const read = reader(socket);
  const timer = setTimeout(() => socket.destroy(), answerMs);
  try {
    const [first = 0, count = 0] = await read(2);
    if (first !== version) return null;
    await read(count);
    socket.write(Buffer.from([version, 0]));
    const [, command, , kind] = await read(4);
    if (command !== connectCommand) {
      socket.end(socksReply(socksReplies.command));
      return null;
    }
    const address = await readAddress(kind ?? 0, read);
    const port = (await read(2)).readUInt16BE();
    return address === null ? null : { address, port };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

type Read = (count: number) => Promise<Buffer>;

async function readAddress(kind: number, read: Read): Promise<string | null> {
  if (kind === kinds.ipv4) return (await read(4)).join(".");
  if (kind === kinds.ipv6) {
    const bytes = await read(16);
    return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(":");
  }
  if (kind !== kinds.name) return null;
  const [length = 0] = await read(1);
  return (await read(length)).toString("latin1");
}

/** Takes so many bytes from a socket and leaves the rest. Rejects at its end. */
function reader(socket: Socket): Read {
  let taken = 0;
  return async (count) => {
    taken += count;
    if (taken > maxBytes) throw new Error("too long");
    if (count === 0) return Buffer.alloc(0);
    for (;;) {
      const bytes = socket.read(count) as Buffer | null; // no encoding is set
      if (bytes !== null && bytes.length === count) return bytes;
      if (bytes !== null || socket.readableEnded || socket.destroyed) throw new Error("cut short");
      await untilMore(socket);
    }
  };
}

function untilMore(socket: Socket): Promise<void> {
  const events = ["readable", "end", "close"] as const;
  return new Promise((resolve) => {
    const over = () => {
      for (const event of events) socket.off(event, over);
      resolve();
    };
    for (const event of events) socket.on(event, over);
  });
}
