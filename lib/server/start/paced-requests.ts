import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import { noteWaiting } from "@/lib/server/base/waiting-bytes";
import { hasTime, nextPiece, worked, type Sender } from "@/lib/server/base/paced-work";
import { visitorAt } from "./visitor-at";

/** Bytes of heads, and of chunks, that are worked on at once: more where that is quick, less where it is not. */
const piece = { least: 256, most: 2_048, mostOfChunks: 4_096, mostOfBody: 65_536, quickMs: 0.2, slowMs: 1 } as const;

type Deliver = (bytes: Buffer) => void;
/** `failed`: what was asked could not even be begun, which is our own fault. */
type Means = { deliver: Deliver; end: () => void; failed: (error: unknown) => void };

/** Node keeps these to itself; they are the same in all versions that we run on. */
type HttpSocket = Socket & {
  /** By what is to be answered: it is resumed when the other end has taken that. */
  _paused?: boolean;
  parser?: { incoming?: IncomingMessage | null } | null;
};

/**
 * Node works on all of a read at once: 2,500 requests of 26 bytes, or 11,000 chunks of a byte, and on all connections that have something to be read one after the other. Here
 * they come a piece at a time, with turns for everybody in between. Of a body whose length is known all that there is goes on together.
 */
export function paceRequests(server: Server, failed: (error: unknown) => void): void {
  const paced = new WeakMap<Socket, PacedConnection>();
  server.on(server instanceof TlsServer ? "secureConnection" : "connection", (socket: Socket) => {
    // Node's own, of its HTTP server, which comes last.
    const deliver = socket.listeners("data").at(-1) as Deliver | undefined;
    const end = socket.listeners("end").at(-1) as (() => void) | undefined;
    if (deliver === undefined || end === undefined || socket.destroyed) return;
    paced.set(socket, new PacedConnection(socket, { deliver, end, failed }));
  });
  server.prependListener("request", (req) => paced.get(req.socket)?.begins(req));
  server.prependListener("upgrade", ({ socket }) => paced.get(socket)?.leave());
}

class PacedConnection {
  readonly #socket: HttpSocket;
  readonly #sender: Sender;
  readonly #deliver: Deliver;
  readonly #end: () => void;
  readonly #failed: (error: unknown) => void;
  readonly #staysHalfOpen: boolean;
  #waiting: Buffer[] = [];
  #pieceBytes: number = piece.least;
  /** Of the piece that is being delivered. */
  #deliveredBytes = 0;
  /** All that comes next is this much of a body at least. */
  #bodyBytes = 0;
  isCostly = false;
  #isAtWork = false;
  #hasEnded = false;
  #hasLeft = false;

  constructor(socket: HttpSocket, { deliver, end, failed }: Means) {
    [this.#socket, this.#deliver, this.#end, this.#failed] = [socket, deliver, end, failed];
    this.#sender = visitorAt(socket);
    this.#staysHalfOpen = socket.allowHalfOpen;
    // Node's listener, which comes last, closes our side: with TLS it would be closed before.
    socket.allowHalfOpen = true;
    socket.removeListener("data", deliver);
    socket.removeListener("end", end);
    // With a listener of ours it comes here, and not to Node's parser past us.
    socket.on("data", this.#take);
    socket.on("resume", this.#resumed);
    socket.on("end", this.#ended);
    socket.once("close", () => this.#wait([]));
  }

  begins({ headers }: IncomingMessage): void {
    const length = headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : 0;
    this.#bodyBytes = Math.max(0, length - this.#deliveredBytes);
  }

  /** What follows is no HTTP. Nobody speaks before the answer that takes them on. */
  leave(): void {
    this.#hasLeft = true;
    this.#socket.allowHalfOpen = this.#staysHalfOpen;
    this.#socket.removeListener("data", this.#take);
    this.#socket.removeListener("resume", this.#resumed);
    this.#socket.removeListener("end", this.#ended);
    if (this.#waiting.length > 0 || this.#hasEnded) this.destroy();
  }

  destroy(): void {
    this.#wait([]);
    this.#socket.destroy();
  }

  readonly #take = (bytes: Buffer): void => {
    this.#waiting.push(bytes);
    this.#begin();
  };

  readonly #resumed = (): void => {
    if (this.#waiting.length === 0) return;
    this.#socket.pause();
    this.#begin();
  };

  /** What came before is delivered before. */
  readonly #ended = (): void => {
    this.#hasEnded = true;
    if (!this.#isAtWork && this.#waiting.length === 0) this.#end();
  };

  #wait(buffers: Buffer[]): void {
    this.#waiting = buffers;
    noteWaiting(this, buffers);
  }

  /** Not before all is there that has come at once, which with TLS is many records. */
  #begin(): void {
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    queueMicrotask(() => void this.#work()); // never rejects
  }

  async #work(): Promise<void> {
    noteWaiting(this, this.#waiting);
    while (this.#mayGoOn()) {
      // What is known to be a body costs nothing to speak of.
      const turn = { sender: this.#sender, isCostly: this.isCostly && this.#bodyBytes === 0 };
      if (!hasTime(turn)) {
        this.#socket.pause();
        await nextPiece(turn);
      }
      const beganMs = performance.now();
      const bytes = this.#mayGoOn() ? this.#next() : 0;
      const ms = performance.now() - beganMs;
      this.isCostly = worked(turn, { bytes, ms });
    }
    this.#isAtWork = false;
    if (this.#waiting.length > 0 || this.#hasLeft || this.#socket.destroyed) return;
    // What somebody says next is not judged by this.
    this.isCostly = false;
    if (this.#hasEnded) this.#end();
    else if (this.#socket.isPaused() && this.#isWanted()) this.#socket.resume();
  }

  #mayGoOn(): boolean {
    return this.#waiting.length > 0 && !this.#socket.destroyed && this.#socket._paused !== true;
  }

  /** Whoever has no room for more has paused it, and resumes it. */
  #isWanted(): boolean {
    const { _paused: isBusy = false, parser } = this.#socket;
    const incoming = parser?.incoming ?? null;
    const hasRoom = incoming === null || incoming.complete || incoming.readableLength < incoming.readableHighWaterMark;
    return !isBusy && hasRoom;
  }

  /** Delivers one piece; gives its length. Never throws: others wait for the end of it. */
  #next(): number {
    const bytes = this.#cut();
    const isBody = this.#bodyBytes > 0;
    const beganMs = performance.now();
    this.#deliveredBytes = bytes.length;
    this.#bodyBytes = Math.max(0, this.#bodyBytes - bytes.length);
    try {
      this.#deliver(bytes);
    } catch (error) {
      this.#failed(error);
      this.#socket.destroy();
    }
    if (!isBody) this.#learn(performance.now() - beganMs);
    return bytes.length;
  }

  #learn(ms: number): void {
    if (ms > piece.slowMs) this.#pieceBytes = piece.least;
    else if (ms < piece.quickMs) this.#pieceBytes = Math.min(piece.mostOfChunks, this.#pieceBytes * 2);
  }

  /** From the front of what waits. */
  #cut(): Buffer {
    const isInside = this.#socket.parser?.incoming?.complete === false;
    const short = isInside ? this.#pieceBytes : Math.min(piece.most, this.#pieceBytes);
    const length = this.#bodyBytes > 0 ? Math.min(this.#bodyBytes, piece.mostOfBody) : short;
    const [first = Buffer.alloc(0), ...rest] = this.#waiting;
    if (first.length >= length || rest.length === 0) {
      this.#wait(length < first.length ? [first.subarray(length), ...rest] : rest);
      return first.subarray(0, length);
    }
    const all = Buffer.concat(this.#waiting);
    this.#wait(length < all.length ? [all.subarray(length)] : []);
    return all.subarray(0, length);
  }
}
