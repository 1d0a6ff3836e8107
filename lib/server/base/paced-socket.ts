import { Socket } from "node:net";
import { Duplex } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { hasTime, nextPiece, worked, type Sender } from "./paced-work";
import { noteWaiting } from "./waiting-bytes";

/** Handed on at once: less where it takes long, as of packets of some bytes each, and more where it does not. */
const slice = { least: 1_024, first: 8_192, most: 32_768, slowMs: 4, quickMs: 1 } as const;
/** Of one that does not take what it is answered nothing more is read. Transfers have some MiB under way. */
const maxUnsentBytes = 8 * 1024 * 1024;
/** Whoever takes none of it for so long is not there any more. */
const takesMs = 60_000;
/** To exchange keys costs much for some hundred bytes, and everybody has to. */
const mostForgiven = 2;

/**
 * A connection of which no more is read than there is time for: ssh2, TLS, and Node's HTTP client work on all of a read at once, however little is in each packet,
 * record, or chunk, and ssh2 answers whether the host takes the answers or not. `sock` is read and ended through this alone.
 */
export class PacedSocket extends Duplex {
  readonly #sock: Duplex;
  readonly #sender: Sender;
  #sliceBytes: number = slice.first;
  #costlyPieces = 0;
  isCostly = false;
  /** Nobody has taken what was handed on last. */
  #isFull = false;
  #isHeldBack = false;
  #hasBroken = false;
  #wake = () => {};
  #passedBytes = 0;
  #working: Promise<void> = Promise.resolve();

  constructor(sock: Duplex, sender: Sender) {
    // Nothing is handed on but to somebody who works on it in that moment, which is in its turn.
    super({ readableHighWaterMark: 1 });
    [this.#sock, this.#sender] = [sock, sender];
    this.on("resume", () => this.#wake());
    sock.on("data", (bytes: Buffer) => {
      sock.pause();
      this.#working = this.#handOn(bytes).then(() => {
        noteWaiting(this, []);
        sock.resume();
      });
    });
    sock.on("timeout", () => this.emit("timeout"));
    // It may be told before all is handed on that came before it.
    let [isEndTold, hasEnded] = [false, false];
    const end = () => {
      hasEnded = true;
      this.push(null);
    };
    sock.once("end", () => {
      isEndTold = true;
      void this.#working.then(end);
    });
    // What came before is still told, such as why the host ends it; nobody waits for a reader who has paused.
    sock.on("error", (reason) => {
      if (!isEndTold) this.#break();
      void this.#working.then(() => this.destroy(reason));
    });
    const close = () => {
      // What came before its end is there to be read.
      if (hasEnded && !this.readableEnded) this.once("end", () => this.destroy());
      else this.destroy();
    };
    sock.once("close", () => {
      if (!isEndTold) this.#break();
      void this.#working.then(close);
    });
    // Of one that is gone already nothing is told any more.
    if (sock.destroyed) process.nextTick(() => this.destroy());
  }

  override _read(): void {
    this.#isFull = false;
    this.#wake();
  }

  /** Nothing more is handed on until {@link goOn}. */
  holdBack(): void {
    this.#isHeldBack = true;
  }

  goOn(): void {
    this.#isHeldBack = false;
    this.#wake();
  }

  #break(): void {
    this.#hasBroken = true;
    this.#wake();
  }

  #isHeld(): boolean {
    return this.#isFull || this.#isHeldBack || (this.isPaused() && this.listenerCount("readable") === 0);
  }

  override _write(bytes: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    // Node ends a request so; whoever has answered it may have closed the connection.
    if (bytes.length === 0) return done();
    this.#passedBytes += bytes.length;
    if (this.#sock.write(bytes, encoding)) done();
    else this.#sock.once("drain", () => done());
  }

  /** As Node's sockets have it, for its HTTP client. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once("finish", () => this.destroy());
  }

  /** As {@link destroySoon}: how long there may be silence. */
  setTimeout(ms: number, heard?: () => void): this {
    if (heard !== undefined) this.once("timeout", heard);
    if (this.#sock instanceof Socket) this.#sock.setTimeout(ms);
    return this;
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#sock.end(() => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#wake();
    noteWaiting(this, []);
    this.#sock.destroy(error ?? undefined);
    done(error);
  }

  /** Never rejects. */
  async #handOn(bytes: Buffer): Promise<void> {
    if (this.#sender.kind === "visitor") noteWaiting(this, [bytes]);
    for (let at = 0; at < bytes.length && !this.destroyed;) {
      if (this.#isHeld()) {
        if (this.#hasBroken) return;
        await new Promise<void>((resolve) => (this.#wake = resolve));
        continue;
      }
      if (this.writableLength + this.#sock.writableLength > maxUnsentBytes) await this.#drained();
      const piece = { sender: this.#sender, isCostly: this.isCostly };
      if (!hasTime(piece)) await nextPiece(piece);
      if (this.#isHeld() || this.destroyed) {
        worked(piece, { bytes: 0, ms: 0 });
        continue;
      }
      const part = bytes.subarray(at, at + this.#sliceBytes);
      at += part.length;
      const beganMs = performance.now();
      this.#isFull = !this.#pass(part);
      // It may have to wait for what whoever listens is at.
      if (this.readableLength > 0) await new Promise((resolve) => process.nextTick(resolve));
      const ms = performance.now() - beganMs;
      const isCostly = worked(piece, { bytes: part.length, ms });
      this.isCostly = isCostly && ++this.#costlyPieces > mostForgiven;
      this.#learn(ms);
    }
  }

  /** To whoever listens, who works on it at once. */
  #pass(part: Buffer): boolean {
    try {
      return this.push(part);
    } catch (error) {
      this.destroy(error instanceof Error ? error : undefined);
      return true;
    }
  }

  #learn(tookMs: number): void {
    if (tookMs > slice.slowMs) this.#sliceBytes = slice.least;
    else if (tookMs < slice.quickMs) this.#sliceBytes = Math.min(slice.most, this.#sliceBytes * 2);
  }

  /** Ends with the stream, too, which it ends itself where nothing is taken: a way through another host tells of no end while it isn't read. */
  async #drained(): Promise<void> {
    const unsent = () => this.writableLength + this.#sock.writableLength;
    const taken = () => this.#passedBytes - this.#sock.writableLength;
    for (let [last, sinceMs] = [taken(), performance.now()]; unsent() > maxUnsentBytes / 2 && !this.destroyed;) {
      await setTimeout(20);
      if (taken() > last) [last, sinceMs] = [taken(), performance.now()];
      else if (this.#sock.destroyed || performance.now() - sinceMs > takesMs) this.destroy();
    }
  }
}
