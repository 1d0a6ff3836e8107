import { limits } from "@/lib/server/base/limits";

/** What the server says of an entry; what it leaves out is missing. `mode` has the type of the entry in its upper bits, as st_mode has. */
export type SftpAttributes = {
  sizeBytes?: number;
  uid?: number;
  gid?: number;
  mode?: number;
  atimeS?: number;
  mtimeS?: number;
};

/** A 32-bit number, a 64-bit one, or a string of bytes. */
export type Field = number | bigint | Uint8Array;

const has = { size: 1, owner: 2, mode: 4, times: 8, extended: 0x8000_0000 } as const;

/** A packet of the SSH File Transfer Protocol, version 3 (draft-ietf-secsh-filexfer-02 §3), with its length. */
export function encodePacket(type: number, fields: readonly Field[]): Buffer {
  let length = 1;
  for (const field of fields) length += sizeOf(field);
  const packet = Buffer.allocUnsafe(4 + length);
  let at = packet.writeUInt8(type, packet.writeUInt32BE(length, 0));
  for (const field of fields) {
    if (typeof field === "number") at = packet.writeUInt32BE(field, at);
    else if (typeof field === "bigint") at = packet.writeBigUInt64BE(field, at);
    else {
      at = packet.writeUInt32BE(field.byteLength, at);
      packet.set(field, at);
      at += field.byteLength;
    }
  }
  return packet;
}

function sizeOf(field: Field): number {
  if (typeof field === "number") return 4;
  return typeof field === "bigint" ? 8 : 4 + field.byteLength;
}

/** Owner and group go together, and so do the two times: one without the other is left out. */
export function attributeFields({ sizeBytes, uid, gid, mode, atimeS, mtimeS }: SftpAttributes): Field[] {
  let flags = 0;
  const fields: Field[] = [];
  if (sizeBytes !== undefined) {
    flags |= has.size;
    fields.push(BigInt(sizeBytes));
  }
  if (uid !== undefined && gid !== undefined) {
    flags |= has.owner;
    fields.push(uid, gid);
  }
  if (mode !== undefined) {
    flags |= has.mode;
    fields.push(mode);
  }
  if (atimeS !== undefined && mtimeS !== undefined) {
    flags |= has.times;
    fields.push(atimeS, mtimeS);
  }
  return [flags, ...fields];
}

/** Reads a packet's body. What is not there is a RangeError: the server does not speak the protocol. */
export class PacketReader {
  private at = 0;
  private readonly body: Buffer;

  constructor(body: Buffer) {
    this.body = body;
  }

  get isAtEnd(): boolean {
    return this.at >= this.body.length;
  }

  byte(): number {
    return this.body.readUInt8(this.advance(1));
  }

  number(): number {
    return this.body.readUInt32BE(this.advance(4));
  }

  long(): number {
    return Number(this.body.readBigUInt64BE(this.advance(8)));
  }

  /** Shares the packet's memory. */
  bytes(): Buffer {
    const length = this.number();
    const start = this.advance(length);
    return this.body.subarray(start, start + length);
  }

  text(): string {
    return this.bytes().toString("utf8");
  }

  attributes(): SftpAttributes {
    const flags = this.number();
    const found: SftpAttributes = {};
    if ((flags & has.size) !== 0) found.sizeBytes = this.long();
    if ((flags & has.owner) !== 0) Object.assign(found, { uid: this.number(), gid: this.number() });
    if ((flags & has.mode) !== 0) found.mode = this.number();
    if ((flags & has.times) !== 0) Object.assign(found, { atimeS: this.number(), mtimeS: this.number() });
    if ((flags & has.extended) !== 0) this.skipExtended();
    return found;
  }

  /** Pairs of strings that nobody here knows: no server that is used sends one. */
  private skipExtended(): void {
    const count = this.number();
    if (count > limits.hostNames.packet.extended) throw new RangeError("attributes that are none of the protocol");
    for (let strings = 2 * count; strings > 0; strings--) this.skip();
  }

  /** A string that nobody reads. */
  skip(): void {
    this.advance(this.number());
  }

  private advance(count: number): number {
    const start = this.at;
    if (start + count > this.body.length) throw new RangeError("a packet ends too early");
    this.at += count;
    return start;
  }
}
