import type { ClientChannel } from "ssh2";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { encodePacket, PacketReader, type Field } from "./packet";
import { SftpStatus, statusCodes } from "./sftp-status";

/** draft-ietf-secsh-filexfer-02 §3 */
export const packetTypes = { init: 1, version: 2, status: 101, extended: 200 } as const;

/** One that claims more than this is not of this protocol. */
const maxPacketBytes = limits.hostNames.packet.bytes;
/** Of what a host says about a failure. */
const maxTextBytes = 1_024;

/** No request has it. */
const greetingId = 0;

/** From a request to the end of its answer, whatever else is heard: what is under way at once comes within it on a line of 3 KB/s. */
const longestMs = 30 * 60_000;

/** Not copied to go together with others. */
const largeBytes = 16_384;

type Pending = {
  take: (reader: PacketReader) => void;
  reject: (error: unknown) => void;
  limitMs: number;
  sinceMs: number;
};

/**
 * Requests and their answers over the channel of an sftp subsystem. Our own, because ssh2's reads names as UTF-8 and so loses those that are not. Whoever asks
 * bounds how many requests are under way. When the channel ends, all that wait are told storage/away; and so they are when no part of any
 * answer was heard for `silenceMs` while somebody waited: the time of one answer alone says little where others' bytes fill the line. None waits longer than `longestMs`.
 */
export class SftpRequests {
  /** Resolves when the session is over, for whatever reason. */
  readonly ended: Promise<void>;
  private readonly channel: ClientChannel;
  private readonly silenceMs: number;
  private readonly pending = new Map<number, Pending>();
  private readonly input = new PacketInput({
    onPart: (type, id) => this.hear(type, id),
    onPacket: (type, body) => this.receive(type, body),
  });
  private outgoing: Buffer[] = [];
  private lastId = 0;
  private heardAtMs = performance.now();
  private timer: NodeJS.Timeout | null = null;
  private cause: Error | null = null;
  private tellEnded = () => {};

  constructor(channel: ClientChannel, silenceMs: number) {
    this.channel = channel;
    this.silenceMs = silenceMs;
    this.ended = new Promise((resolve) => {
      this.tellEnded = resolve;
    });
    channel.on("data", (chunk: Buffer) => this.take(chunk));
    channel.stderr.resume();
    channel.on("error", (error: Error) => this.end(error));
    for (const event of ["end", "close"]) channel.on(event, () => this.end(new Error("the channel was closed")));
  }

  get isEnded(): boolean {
    return this.cause !== null;
  }

  /** The first packets: the versions, and what the server says of itself. */
  async greet<T>(version: number, parse: (reader: PacketReader) => T): Promise<T> {
    const answer = new Promise<T>((resolve, reject) => {
      this.wait(greetingId, { take: (reader) => resolve(parse(reader)), reject, limitMs: this.silenceMs });
    });
    this.post(encodePacket(packetTypes.init, [version]));
    return answer;
  }

  /** What `parse` makes of the answer; what it cannot read ends the session. `limitMs`: for what may take its time without a word, such as fsync. */
  send<T>(type: number, fields: readonly Field[], parse: (reader: PacketReader) => T, limitMs?: number): Promise<T> {
    if (this.cause !== null) return Promise.reject(away(this.cause));
    const id = (this.lastId = (this.lastId % 0xffff_fffe) + 1);
    return new Promise((resolve, reject) => {
      this.wait(id, { take: (reader) => resolve(parse(reader)), reject, limitMs: limitMs ?? this.silenceMs });
      this.post(encodePacket(type, [id, ...fields]));
    });
  }

  /** What is asked for at once goes out together: a packet of the connection costs more than what is in it. */
  private post(packet: Buffer): void {
    if (this.outgoing.length === 0) queueMicrotask(() => this.flush());
    this.outgoing.push(packet);
  }

  /** Runs by itself: what it threw would reach nobody, and end the process. */
  private flush(): void {
    const packets = this.outgoing;
    this.outgoing = [];
    if (this.cause !== null) return;
    try {
      this.writeAll(packets);
    } catch (error) {
      this.end(error instanceof Error ? error : new Error("the channel was closed"));
    }
  }

  private writeAll(packets: readonly Buffer[]): void {
    let small: Buffer[] = [];
    const writeSmall = () => {
      if (small.length > 0) this.channel.write(Buffer.concat(small));
      small = [];
    };
    for (const packet of packets) {
      if (packet.length < largeBytes) small.push(packet);
      else {
        writeSmall();
        this.channel.write(packet);
      }
    }
    writeSmall();
  }

  end(cause: Error): void {
    if (this.cause !== null) return;
    this.cause = cause;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    try {
      this.channel.close();
    } catch {
      // The connection has ended already.
    }
    for (const { reject } of this.pending.values()) reject(away(cause));
    this.pending.clear();
    this.tellEnded();
  }

  private wait(id: number, waiting: Omit<Pending, "sinceMs">): void {
    const sinceMs = performance.now();
    // Silence counts from the first request after which somebody waits.
    if (this.pending.size === 0) this.heardAtMs = sinceMs;
    this.pending.set(id, { ...waiting, sinceMs });
    this.timer ??= setTimeout(() => this.look(), this.silenceMs).unref();
  }

  private look(): void {
    this.timer = null;
    if (this.pending.size === 0) return;
    const limitMs = Math.max(...[...this.pending.values()].map((one) => one.limitMs));
    // A map keeps the order: the first has waited longest.
    const [oldest] = this.pending.values();
    const endMs = Math.min(this.heardAtMs + limitMs, (oldest?.sinceMs ?? 0) + longestMs);
    const leftMs = endMs - performance.now();
    if (leftMs > 0) this.timer = setTimeout(() => this.look(), leftMs).unref();
    else this.end(new Error("the server does not answer"));
  }

  /** What nobody asked for is no answer, however often it comes. */
  private hear(type: number, id: number): void {
    if (this.pending.has(type === packetTypes.version ? greetingId : id)) this.heardAtMs = performance.now();
  }

  private take(chunk: Buffer): void {
    try {
      this.input.push(chunk);
    } catch (error) {
      this.end(error instanceof Error ? error : new Error("not the protocol"));
    }
  }

  private receive(type: number, body: Buffer): void {
    const reader = new PacketReader(body);
    const id = type === packetTypes.version ? greetingId : reader.number();
    const pending = this.pending.get(id);
    if (pending === undefined) return;
    const code = type === packetTypes.status ? reader.number() : statusCodes.ok;
    if (code === statusCodes.ok) pending.take(reader);
    // Some servers leave the text out.
    else pending.reject(new SftpStatus(code, reader.isAtEnd ? "" : reader.bytes().toString("utf8", 0, maxTextBytes)));
    this.pending.delete(id);
  }
}

function away(cause: Error): AppError {
  return new AppError("storage/away", {}, { cause });
}

/** `onPart`: of a packet that more of has come; a version has its number for an id. */
type PacketTaker = { onPart: (type: number, id: number) => void; onPacket: (type: number, body: Buffer) => void };

const idBytes = 4;

/** Packets out of a stream of chunks; each is put together once, in memory of its own. */
class PacketInput {
  private readonly reader: PacketTaker;
  private readonly head = Buffer.alloc(5);
  private headBytes = 0;
  private body: Buffer | null = null;
  private bodyBytes = 0;

  constructor(reader: PacketTaker) {
    this.reader = reader;
  }

  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) at += this.body === null ? this.takeHead(chunk, at) : this.takeBody(chunk, at);
  }

  private takeHead(chunk: Buffer, at: number): number {
    const taken = chunk.copy(this.head, this.headBytes, at);
    this.headBytes += taken;
    if (this.headBytes < this.head.length) return taken;
    const length = this.head.readUInt32BE(0) - 1;
    if (length < 0 || length > maxPacketBytes) throw new RangeError("a packet of an impossible length");
    this.headBytes = 0;
    this.bodyBytes = 0;
    this.body = Buffer.allocUnsafeSlow(length);
    this.finishIfWhole();
    return taken;
  }

  private takeBody(chunk: Buffer, at: number): number {
    if (this.body === null) return 0;
    const taken = chunk.copy(this.body, this.bodyBytes, at);
    this.bodyBytes += taken;
    if (this.bodyBytes >= idBytes) this.reader.onPart(this.head.readUInt8(4), this.body.readUInt32BE(0));
    this.finishIfWhole();
    return taken;
  }

  private finishIfWhole(): void {
    const { body } = this;
    if (body === null || this.bodyBytes < body.length) return;
    this.body = null;
    this.reader.onPacket(this.head.readUInt8(4), body);
  }
}
