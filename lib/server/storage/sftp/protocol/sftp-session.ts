import { AppError } from "@/lib/shared/errors";
import { bytesToName } from "@/lib/shared/bytes-to-name";
import { maxNameBytes, maxPathBytes, nameToBytes } from "@/lib/shared/paths";
import { limits } from "@/lib/server/base/limits";
import type { Volume } from "@/lib/server/storage/space";
import { attributeFields, type Field, type PacketReader, type SftpAttributes } from "./packet";
import { packetTypes, type SftpRequests } from "./sftp-requests";
import { isStatus, statusCodes } from "./sftp-status";

/** What OpenSSH's server offers beside version 3 of the protocol (PROTOCOL in its sources), as far as it is used here. */
export type SftpExtension =
  | "posix-rename@openssh.com"
  | "hardlink@openssh.com"
  | "fsync@openssh.com"
  | "statvfs@openssh.com"
  | "lsetstat@openssh.com"
  | "limits@openssh.com"
  | "expand-path@openssh.com"
  | "users-groups-by-id@openssh.com"
  | "copy-data";

const types = {
  open: 3,
  close: 4,
  read: 5,
  write: 6,
  lstat: 7,
  fstat: 8,
  setstat: 9,
  fsetstat: 10,
  opendir: 11,
  readdir: 12,
  remove: 13,
  mkdir: 14,
  rmdir: 15,
  realpath: 16,
  rename: 18,
  readlink: 19,
  symlink: 20,
} as const;

const knownLinks = ["/proc/self", "/dev/fd", "/bin", "/var/run", "/etc/mtab"];

export const openFlags = { read: 1, write: 2, create: 8, exclusive: 32 } as const;

/** The server syncs its disk, or copies within it, before it says a word. */
const patientMs = 120_000;

export type SftpHandle = Buffer;
/** The bytes share their packet's memory. */
export type SftpEntry = { bytes: Buffer; attributes: SftpAttributes };
/** `passedOver`: how many more there were that are no names of entries. */
export type SftpPage = { entries: SftpEntry[]; passedOver: number };
export type SftpLimits = { readBytes: number; writeBytes: number };

/**
 * A session of the protocol: what its requests are called there, and what they answer. Paths are absolute on the server, with bytes that are not UTF-8 as in
 * lib/shared/paths.ts. Failures are {@link SftpStatus}, or storage/away when the session is over.
 */
export class ProtocolSession {
  private readonly requests: SftpRequests;
  private readonly extensions: ReadonlySet<string>;
  readonly limits: SftpLimits;
  private followed: Promise<boolean> | null = null;

  constructor(requests: SftpRequests, extensions: ReadonlySet<string>, limits: SftpLimits) {
    this.requests = requests;
    this.extensions = extensions;
    this.limits = limits;
  }

  get isEnded(): boolean {
    return this.requests.isEnded;
  }

  /** Resolves when the session is over, for whatever reason. */
  get ended(): Promise<void> {
    return this.requests.ended;
  }

  /** Gives the channel back; the connection stays. */
  end(): void {
    this.requests.end(new Error("ended by us"));
  }

  offers(extension: SftpExtension): boolean {
    return this.extensions.has(extension);
  }

  async open(path: string, flags: number, attributes: SftpAttributes = {}): Promise<SftpHandle> {
    return this.requests.send(types.open, [nameToBytes(path), flags, ...attributeFields(attributes)], bytesIn);
  }

  async close(handle: SftpHandle): Promise<void> {
    await this.requests.send(types.close, [handle], nothing);
  }

  /** Null at the end of the file; may give less than was asked for. */
  async read(handle: SftpHandle, at: number, length: number): Promise<Buffer | null> {
    const bytes = await this.untilEnd(types.read, [handle, BigInt(at), length], bytesIn);
    if (bytes !== null && bytes.length > length) throw new AppError("file/io", { code: "EPROTO" });
    return bytes;
  }

  async write(handle: SftpHandle, at: number, bytes: Uint8Array): Promise<void> {
    await this.requests.send(types.write, [handle, BigInt(at), bytes], nothing);
  }

  async lstat(path: string): Promise<SftpAttributes> {
    return this.requests.send(types.lstat, [nameToBytes(path)], attributesIn);
  }

  async fstat(handle: SftpHandle): Promise<SftpAttributes> {
    return this.requests.send(types.fstat, [handle], attributesIn);
  }

  async setstat(path: string, attributes: SftpAttributes): Promise<void> {
    await this.requests.send(types.setstat, [nameToBytes(path), ...attributeFields(attributes)], nothing);
  }

  async fsetstat(handle: SftpHandle, attributes: SftpAttributes): Promise<void> {
    await this.requests.send(types.fsetstat, [handle, ...attributeFields(attributes)], nothing);
  }

  /** As {@link setstat}, and never of what a link leads to. Needs the extension. */
  async lsetstat(path: string, attributes: SftpAttributes): Promise<void> {
    await this.extended("lsetstat@openssh.com", [nameToBytes(path), ...attributeFields(attributes)], nothing);
  }

  async opendir(path: string): Promise<SftpHandle> {
    return this.requests.send(types.opendir, [nameToBytes(path)], bytesIn);
  }

  /** The next names; null after the last. */
  async readdir(handle: SftpHandle): Promise<SftpPage | null> {
    return this.untilEnd(types.readdir, [handle], pageIn);
  }

  async mkdir(path: string, attributes: SftpAttributes = {}): Promise<void> {
    await this.requests.send(types.mkdir, [nameToBytes(path), ...attributeFields(attributes)], nothing);
  }

  async rmdir(path: string): Promise<void> {
    await this.requests.send(types.rmdir, [nameToBytes(path)], nothing);
  }

  async remove(path: string): Promise<void> {
    await this.requests.send(types.remove, [nameToBytes(path)], nothing);
  }

  /** Refused where the new name is taken. */
  async rename(from: string, to: string): Promise<void> {
    await this.requests.send(types.rename, [nameToBytes(from), nameToBytes(to)], nothing);
  }

  /** Replaces what has the new name, in one step. Needs the extension. */
  async posixRename(from: string, to: string): Promise<void> {
    await this.extended("posix-rename@openssh.com", [nameToBytes(from), nameToBytes(to)], nothing);
  }

  /** A second name for a file. Needs the extension; refused where the new name is taken. */
  async link(from: string, to: string): Promise<void> {
    await this.extended("hardlink@openssh.com", [nameToBytes(from), nameToBytes(to)], nothing);
  }

  async readlink(path: string): Promise<string> {
    return this.requests.send(types.readlink, [nameToBytes(path)], nameIn);
  }

  /** What the server calls the real path; see {@link resolvesLinks}. */
  async realpath(path: string): Promise<string> {
    return this.requests.send(types.realpath, [nameToBytes(path)], nameIn);
  }

  /** Whether {@link realpath} follows links, and does not only tidy up the text as on some servers: seen by a link that most hosts have. */
  resolvesLinks(): Promise<boolean> {
    this.followed ??= Promise.all(
      knownLinks.map((path) =>
        Promise.all([this.readlink(path), this.realpath(path)]).then(
          ([text, real]) => text !== "" && real !== path,
          (error: unknown) => {
            if (isStatus(error)) return false;
            throw error;
          },
        ),
      ),
    ).then((found) => found.includes(true));
    return this.followed;
  }

  /** In the order of OpenSSH, which all but a few servers took over from it; the draft has it the other way round. */
  async symlink(text: string, path: string): Promise<void> {
    await this.requests.send(types.symlink, [nameToBytes(text), nameToBytes(path)], nothing);
  }

  async fsync(handle: SftpHandle): Promise<void> {
    await this.extended("fsync@openssh.com", [handle], nothing);
  }

  async statvfs(path: string): Promise<Volume> {
    return this.extended("statvfs@openssh.com", [nameToBytes(path)], (reader) => {
      // The block's own size comes first: what is counted is fragments.
      const [, blockBytes = 0, blocks = 0, freeBlocks = 0, availableBlocks = 0] = Array.from({ length: 5 }, () =>
        reader.long(),
      );
      return { blockBytes, blocks, freeBlocks, availableBlocks };
    });
  }

  /** Copies on the server; no more than it does within a minute, for it answers nobody meanwhile. */
  async copyData(from: SftpHandle, to: SftpHandle, { at, length }: { at: number; length: number }): Promise<void> {
    await this.extended("copy-data", [from, BigInt(at), BigInt(length), to, BigInt(at)], nothing);
  }

  /** Null for a number that has no name there. */
  async namesOf(uid: number, gid: number): Promise<{ owner: string | null; group: string | null }> {
    const fields = [encodeNumber(uid), encodeNumber(gid)];
    return this.extended("users-groups-by-id@openssh.com", fields, (reader) => {
      const [owner, group] = [reader.text(), reader.text()].map((list) => list.slice(4)); // after its own length
      return { owner: owner || null, group: group || null };
    });
  }

  private extended<T>(name: SftpExtension, fields: readonly Field[], parse: (reader: PacketReader) => T): Promise<T> {
    return this.requests.send(packetTypes.extended, [Buffer.from(name), ...fields], parse, patientMs);
  }

  private async untilEnd<T>(
    type: number,
    fields: readonly Field[],
    parse: (reader: PacketReader) => T,
  ): Promise<T | null> {
    try {
      return await this.requests.send(type, fields, parse);
    } catch (error) {
      if (isStatus(error, statusCodes.eof)) return null;
      throw error;
    }
  }
}

/** The same calls, whoever answers them. */
export type SftpSession = Pick<ProtocolSession, keyof ProtocolSession>;

/** Their memory is a packet's own. */
const bytesIn = (reader: PacketReader) => reader.bytes();
const attributesIn = (reader: PacketReader) => reader.attributes();
/** What is longer than any path is cut, and then too long for whoever takes it. */
const nameIn = (reader: PacketReader) =>
  reader.number() === 0 ? "" : bytesToName(reader.bytes().subarray(0, maxPathBytes + 1));
const nothing = () => {};

function pageIn(reader: PacketReader): SftpPage {
  const count = reader.number();
  if (count > limits.hostNames.packet.names) throw new RangeError("more names than any server sends at once");
  const entries: SftpEntry[] = [];
  for (let left = count; left > 0; left--) {
    const bytes = reader.bytes();
    reader.skip(); // what `ls -l` would print
    const attributes = reader.attributes();
    if (mayBeName(bytes)) entries.push({ bytes, attributes });
  }
  return { entries, passedOver: count - entries.length };
}

/** `.` and `..` are none, nor what no file system holds. */
function mayBeName(bytes: Buffer): boolean {
  const { length } = bytes;
  if (length === 0 || length > maxNameBytes || bytes.includes(slash) || bytes.includes(0)) return false;
  return bytes[0] !== dot || (length > 1 && (length > 2 || bytes[1] !== dot));
}
const [slash, dot] = [0x2f, 0x2e];

function encodeNumber(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
