import type { Answer } from "@/lib/contracts/answer";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { uploadContract } from "@/lib/contracts/upload";
import { AppError, isAppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import type { FileHasher } from "./file-hasher";
import {
  encodeMetadata,
  isPassing,
  quickRetriesMs,
  sendResumable,
  type ResumableInput,
  type ResumablePorts,
  type SendResult,
} from "./send-resumable";

/** Smaller pieces are not worth a connection each. */
const leastPieceBytes = 16 * 1024 * 1024;
/** The server reads every piece once more. */
const joinStallMs = 300_000;
const blockBytes = 1024 * 1024;
const joinPollMs = 1_000;
const notBegun = "-";

export type PiecesInput = ResumableInput & {
  /** As many as were begun, else as many as are worth it, at most so many. */
  maxPieces: number;
  /** Connections at the same time. */
  lanes: number;
  /** All of it is there, and the server puts the pieces together: how far it is, from 0 to 1. */
  onFinishing: (fraction: number) => void;
};

/** The addresses of an upload's pieces, as the one address that the queue keeps. */
export function joinAddresses(addresses: readonly (string | null)[]): string {
  return addresses.map((address) => address ?? notBegun).join(" ");
}

export function splitAddresses(url: string): (string | null)[] {
  return url.split(" ").map((address) => (address === notBegun ? null : address));
}

/**
 * Sends a large file in pieces over several connections (tus concatenation), each of which goes on by itself after a break, and
 * has the server join them. Each piece is checked by its own sum, the whole by the sum of the whole. A file that was begun as
 * one goes on as one.
 */
export async function sendInPieces(input: PiecesInput, ports: ResumablePorts): Promise<SendResult> {
  const { file, url } = input;
  const known = url === null ? null : splitAddresses(url);
  const count = known?.length ?? Math.min(input.maxPieces, input.lanes, Math.floor(file.size / leastPieceBytes));
  if (count <= 1) return sendResumable(input, ports);
  const addresses = known ?? Array.from({ length: count }, () => null);
  const hasher = ports.hasherOf(file);
  try {
    const whole = hasher.sumTo(file.size);
    whole.catch(() => {}); // awaited when it is needed
    const sender = { ...input, addresses, group: randomId() };
    const failed = (await isJoined(sender, ports)) ? null : await sendAll(sender, ports);
    return failed ?? (await join({ ...sender, whole }, ports));
  } finally {
    hasher.close();
  }
}

type Sender = PiecesInput & { addresses: (string | null)[]; group: string };

/** Whether the server had begun to join them before it was cut off, or is done and its answer was lost. */
async function isJoined({ addresses, target, signal }: Sender, ports: ResumablePorts): Promise<boolean> {
  const [first] = addresses;
  if (first === null || first === undefined || addresses.includes(null)) return false;
  const headers = { "tus-resumable": "1.0.0", ...target.headers() };
  const answer = await ports.request({ method: "HEAD", url: first, headers, body: null, signal, stallMs: joinStallMs });
  return answer?.header("upload-concat")?.startsWith("final;") === true;
}

/** Null when every piece has arrived. */
async function sendAll(input: Sender, ports: ResumablePorts): Promise<SendResult | null> {
  const { file, addresses, onProgress, onUrl, target, lanes } = input;
  const count = addresses.length;
  // Whole blocks of any disk: some can join them without a copy.
  const pieceBytes = Math.ceil(file.size / count / blockBytes) * blockBytes;
  const sent = addresses.map(() => 0);
  const stop = new AbortController();
  const signal = AbortSignal.any([input.signal, stop.signal]);
  let failed: SendResult | null = null;
  let next = 0;

  async function sendOne(index: number): Promise<void> {
    const result = await sendResumable(
      {
        ...input,
        file: file.slice(index * pieceBytes, Math.min((index + 1) * pieceBytes, file.size)),
        target: {
          ...target,
          headers: () => ({ ...target.headers(), "upload-concat": "partial" }),
          metadata: { ...target.metadata, pieces: `${input.group} ${index} ${count} ${file.size}` },
        },
        url: addresses[index] ?? null,
        signal,
        onProgress: (bytes) => {
          sent[index] = bytes;
          onProgress(sent.reduce((sum, one) => sum + one, 0));
        },
        onUrl: (url) => {
          addresses[index] = url;
          onUrl(addresses.every((one) => one === null) ? null : joinAddresses(addresses));
        },
      },
      ports,
    );
    if (result.type === "stored") return;
    failed ??= result;
    stop.abort();
  }

  const lane = async () => {
    while (next < count && failed === null) await sendOne(next++);
  };
  await Promise.all(Array.from({ length: Math.max(1, lanes) }, lane));
  return failed;
}

/** Asks now and then how much of the file the server has put together. Gives a function that ends it. */
function watchJoin({ target, addresses, signal, onFinishing }: Sender, ports: ResumablePorts): () => void {
  const id = addresses[0]?.split("/").at(-1);
  let isOver = false;
  const ask = async () => {
    const headers = target.headers();
    const request = { method: "GET", url: target.endpoint, headers, body: null, signal, stallMs: joinPollMs } as const;
    const answer = await ports.request(request);
    if (isOver || answer?.status !== 200) return;
    const parsed: Answer<OutputOf<typeof uploadContract.listUploads>> = JSON.parse(answer.text);
    const found = parsed.code === 0 ? parsed.data.uploads.find((upload) => upload.id === id) : undefined;
    if (found?.size) onFinishing(Math.min(1, found.offset / found.size));
  };
  onFinishing(0);
  // What is not parsed now is parsed next time.
  const timer = setInterval(() => void ask().catch(() => {}), joinPollMs);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}

async function join(
  sender: Sender & { whole: ReturnType<FileHasher["sumTo"]> },
  ports: ResumablePorts,
): Promise<SendResult> {
  const { target, addresses, signal, whole, onUrl } = sender;
  const stopWatching = watchJoin(sender, ports);
  try {
    const sha256 = await whole;
    for (const delayMs of [...quickRetriesMs, null]) {
      const answer = await ports.request({
        method: "POST",
        url: target.endpoint,
        headers: {
          "tus-resumable": "1.0.0",
          ...target.headers(),
          "upload-concat": `final;${addresses.join(" ")}`,
          "upload-metadata": encodeMetadata({ ...target.metadata, sha256 }),
        },
        body: null,
        signal,
        stallMs: joinStallMs,
      });
      if (signal.aborted) throw new AppError("request/cancelled");
      if (answer?.status === 201) return { type: "stored", isVerified: true };
      if (answer !== null && !isPassing(answer.status)) throw ports.failureOf(answer);
      if (delayMs !== null) await ports.pause(delayMs);
    }
    return { type: "lost" };
  } catch (error) {
    const key = isAppError(error) ? error.key : "upload/unreadable";
    // A piece is gone: the next try begins anew.
    if (key === "upload/not-found" || key === "upload/gone") onUrl(null);
    return { type: "failed", error: key };
  } finally {
    stopWatching();
  }
}
