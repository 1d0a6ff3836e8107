import type { Duplex } from "node:stream";
import type { AlgorithmKind } from "./old-algorithms";

export type Offer = Readonly<Record<AlgorithmKind, readonly string[]>>;

/** A host says what it can in its first packet, some 2 KB. */
const maxBytes = 64 * 1024;
const maxNames = 20;
const kexInit = 20;
/** What stands among the algorithms and is none, such as `ext-info-s` (RFC 8308). */
const isMark = /^(?:ext-info|kex-strict)-/;

/** Listens on a connection that is being read for what the host offers; null as long as that is not known. */
export function listenForOffer(sock: Duplex): { read: () => Offer | null; stop: () => void } {
  let bytes = Buffer.alloc(0);
  let offer: Offer | null = null;
  const stop = () => void sock.off("data", take);
  function take(chunk: Buffer): void {
    bytes = Buffer.concat([bytes, chunk]);
    offer = readOffer(bytes);
    if (offer !== null || bytes.length > maxBytes) stop();
  }
  sock.on("data", take);
  return { read: () => offer, stop };
}

/** Of the lines and the first packet that a host sends (RFC 4253, sections 4.2, 6 and 7.1); null: not whole yet, or something else. */
export function readOffer(bytes: Buffer): Offer | null {
  const text = bytes.toString("latin1");
  const version = /(?:^|\n)SSH-[^\n]*\n/.exec(text);
  if (version === null) return null;
  const start = version.index + version[0].length;
  // The packet's length and that of its padding.
  if (bytes.length < start + 6 || bytes[start + 5] !== kexInit) return null;
  const end = start + 4 + bytes.readUInt32BE(start);
  if (bytes.length < end) return null;
  let at = start + 6 + 16;
  const next = (): readonly string[] | null => {
    if (at + 4 > end) return null;
    const length = bytes.readUInt32BE(at);
    if (length > end - at - 4) return null;
    const names = bytes.toString("latin1", at + 4, at + 4 + length).split(",");
    at += 4 + length;
    return names.filter((name) => /^[\w.@+-]{1,64}$/.test(name)).slice(0, maxNames);
  };
  const [kex, hostKey, cipher, , mac] = [next(), next(), next(), next(), next()];
  if (!kex || !hostKey || !cipher || !mac) return null;
  return { kex: kex.filter((name) => !isMark.test(name)), hostKey, cipher, mac };
}
