import { AppError, isAppError, type ErrorKey } from "@/lib/shared/errors";
import { createChunkSize } from "./chunk-size";
import type { FileHasher } from "./file-hasher";
import type { Transport, TransportAnswer } from "./transport";

/** Where uploads begin, and what goes with each of their requests: an account's or a share's. */
export type ResumableTarget = {
  endpoint: string;
  headers: () => Readonly<Record<string, string>>;
  /** Upload-Metadata: where the file goes and under which name. */
  metadata: Readonly<Record<string, string>>;
};

export type ResumablePorts = {
  request: Transport;
  hasherOf: (file: Blob) => FileHasher;
  /** The failure that a refusal tells; signs out where the session has ended. */
  failureOf: (answer: TransportAnswer) => AppError;
  /** Ends after the time, or earlier when the browser says that it is online again. */
  pause: (delayMs: number) => Promise<void>;
  nowMs: () => number;
};

export type ResumableInput = {
  file: Blob;
  target: ResumableTarget;
  /** Of an upload to go on with. */
  url: string | null;
  maxChunkBytes: number;
  onProgress: (sentBytes: number) => void;
  /** The upload has an address now, or has lost it. */
  onUrl: (url: string | null) => void;
  signal: AbortSignal;
};

export type SendResult =
  | { type: "stored"; isVerified: boolean }
  | { type: "failed"; error: ErrorKey }
  | { type: "lost" };

/** The first doubles each time nothing is heard at all; a server that hashes a large file once more is silent for long. */
const stallMs = 20_000;
const longestStallMs = 300_000;
export const quickRetriesMs = [0, 300, 1_000] as const;
const maxChecksumFailures = 4;

/** Thrown inside only: no answer, again and again. */
class Lost extends Error {}

/**
 * Sends a file by tus 1.0: asks how much is there and sends the rest in chunks. With each goes the SHA-256 of the file up to
 * its end, which covers the chunk and all before it, so that the last one's is that of the whole and each byte is hashed once
 * on either side. A chunk without an answer is followed by the question how much arrived. "lost" leaves it to the caller when
 * to go on.
 */
export async function sendResumable(input: ResumableInput, ports: ResumablePorts): Promise<SendResult> {
  const sender = createSender(input, ports);
  try {
    return await sender.run();
  } catch (error) {
    if (error instanceof Lost) return { type: "lost" };
    return { type: "failed", error: isAppError(error) ? error.key : "upload/unreadable" };
  } finally {
    sender.close();
  }
}

type Answered = { offset: number; digest: string | null };

function createSender(input: ResumableInput, ports: ResumablePorts) {
  const { file, target, signal, onProgress, onUrl } = input;
  const size = createChunkSize(input.maxChunkBytes);
  let { url } = input;
  let silentMs = stallMs;
  let misses = 0;
  let arrivedBytes = -1;
  let checksumFailures = 0;
  let hasher = ports.hasherOf(file);
  /** Ends of chunks whose sums are made or being made, growing. */
  let ends: { end: number; sum: Promise<string> }[] = [];

  async function ask(
    method: "POST" | "PATCH" | "HEAD" | "DELETE",
    address: string,
    rest: { headers?: Record<string, string>; body?: Blob; from?: number },
  ): Promise<TransportAnswer | null> {
    const { headers = {}, body = null, from = 0 } = rest;
    const all = { "tus-resumable": "1.0.0", ...target.headers(), ...headers };
    const onSent = (sentBytes: number) => onProgress(from + sentBytes);
    return ports.request({ method, url: address, headers: all, body, onProgress: onSent, signal, stallMs: silentMs });
  }

  /** Quick tries first; then it is the caller's turn to wait for the network. */
  async function noteMiss(): Promise<void> {
    if (signal.aborted) throw new AppError("request/cancelled");
    const delayMs = quickRetriesMs[misses++];
    silentMs = Math.min(longestStallMs, silentMs * 2);
    size.lost();
    if (delayMs === undefined) throw new Lost();
    await ports.pause(delayMs);
  }

  async function create(): Promise<Answered> {
    for (;;) {
      const headers = {
        "upload-length": String(file.size),
        "upload-metadata": encodeMetadata({ ...target.metadata, sha256: "" }),
      };
      const answer = await ask("POST", target.endpoint, { headers });
      const location = answer?.header("location") ?? null;
      if (answer !== null && answer.status === 201 && location !== null) {
        url = location;
        onUrl(url);
        return { offset: 0, digest: null };
      }
      await refuse(answer);
    }
  }

  /** How much is there. Null: the upload is gone. */
  async function askOffset(address: string): Promise<Answered | null> {
    for (;;) {
      const answer = await ask("HEAD", address, {});
      if (answer?.status === 200) return readOffset(answer);
      if (answer?.status === 404 || answer?.status === 410) return null;
      if (answer?.status === 460) return { offset: 0, digest: null };
      // The answer to a HEAD has no words: 409 is the only other that says something of its own.
      if (answer?.status === 409) throw new AppError("file/exists");
      await refuse(answer);
    }
  }

  async function locate(): Promise<Answered> {
    const known = url === null ? null : await askOffset(url);
    if (known !== null) return known;
    if (url !== null) onUrl(null);
    return create();
  }

  /** Throws what was refused for good; returns where asking again may help: no answer, or a server that is not well. */
  async function refuse(answer: TransportAnswer | null): Promise<void> {
    if (answer === null || isPassing(answer.status)) return noteMiss();
    throw ports.failureOf(answer);
  }

  function sumAt(end: number): Promise<string> {
    const known = ends.find((one) => one.end === end);
    if (known !== undefined) return known.sum;
    const sum = hasher.sumTo(end);
    sum.catch(() => {}); // awaited by whoever needs it
    ends.push({ end, sum });
    return sum;
  }

  /** Where a chunk from here ends: at a sum that is made already, so that a broken line costs no hashing again. */
  function endFrom(offset: number): number {
    ends = ends.filter(({ end }) => end > offset || end === file.size);
    const [next] = ends;
    if (next === undefined) return Math.min(offset + size.bytes, file.size);
    if (next.end - offset <= input.maxChunkBytes) return next.end;
    // Far back, to before what was hashed here: begin anew.
    hasher.close();
    hasher = ports.hasherOf(file);
    ends = [];
    return Math.min(offset + size.bytes, file.size);
  }

  async function sendChunk(address: string, offset: number): Promise<Answered> {
    const end = endFrom(offset);
    const sum = await sumAt(end);
    // The next chunk's sum is made while this one is on its way.
    if (end < file.size && ends.at(-1)?.end === end) void sumAt(Math.min(end + size.bytes, file.size)); // as above
    const body = file.slice(offset, end);
    const startedMs = ports.nowMs();
    const answer = await ask("PATCH", address, {
      body,
      from: offset,
      headers: {
        "content-type": "application/offset+octet-stream",
        "upload-offset": String(offset),
        "upload-prefix-digest": `sha-256=:${hexToBase64(sum)}:`,
        ...(end === file.size ? { "repr-digest": `sha-256=:${hexToBase64(sum)}:` } : {}),
      },
    });
    if (answer?.status === 204) {
      size.sent(body.size, ports.nowMs() - startedMs);
      return readOffset(answer);
    }
    if (answer?.status === 460) await noteWrongSum(address);
    const isOtherOffset = answer !== null && answer.status === 409 && ports.failureOf(answer).key === "upload/offset";
    const isGone = answer?.status === 404 || answer?.status === 410;
    if (answer?.status !== 460 && !isOtherOffset && !isGone) await refuse(answer);
    return locate();
  }

  /** Once may be the line. Twice: what came before is spoilt, and all is sent anew. */
  async function noteWrongSum(address: string): Promise<void> {
    checksumFailures++;
    if (checksumFailures >= maxChecksumFailures) throw new AppError("upload/checksum");
    if (checksumFailures < 2) return;
    await ask("DELETE", address, {});
    url = null;
    onUrl(null);
  }

  /** Only what the server has counts: bytes that were sent may be in a buffer of a dead connection. */
  function noteArrived(state: Answered): void {
    onProgress(state.offset);
    if (state.offset <= arrivedBytes) return;
    arrivedBytes = state.offset;
    misses = 0;
    silentMs = stallMs;
  }

  return {
    async run(): Promise<SendResult> {
      let state = await locate();
      noteArrived(state);
      // At the end without a sum: every byte is there, and the server waits for the sum of the whole.
      while (state.offset < file.size || state.digest === null) {
        if (url === null) throw new AppError("upload/gone");
        state = await sendChunk(url, state.offset);
        noteArrived(state);
      }
      return { type: "stored", isVerified: state.digest === (await sumAt(file.size)) };
    },
    close: () => hasher.close(),
  };
}

/** Too many at once, or a proxy whose server is away. */
export function isPassing(status: number): boolean {
  return status === 0 || status === 429 || status === 502 || status === 503 || status === 504;
}

function readOffset(answer: TransportAnswer): Answered {
  const digest = /sha-256=:([A-Za-z0-9+/=]+):/.exec(answer.header("repr-digest") ?? "")?.[1];
  return {
    offset: Number(answer.header("upload-offset") ?? Number.NaN),
    digest: digest === undefined ? null : base64ToHex(digest),
  };
}

/** tus §Creation. Values are text here; names that are not UTF-8 do not come out of a browser. */
export function encodeMetadata(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([key, value]) => (value === "" ? key : `${key} ${textToBase64(value)}`))
    .join(",");
}

function textToBase64(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function hexToBase64(hex: string): string {
  return btoa(hex.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))));
}

function base64ToHex(text: string): string {
  return Array.from(atob(text), (char) => char.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}
