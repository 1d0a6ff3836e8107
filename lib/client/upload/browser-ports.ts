import { failureOf } from "@/lib/client/call";
import { urls } from "@/lib/client/urls";
import type { Answer } from "@/lib/contracts/answer";
import { AppError, isErrorKey, type ErrorKey } from "@/lib/shared/errors";
import type { UploadSetting } from "@/lib/contracts/upload";
import type { VirtualPath } from "@/lib/shared/paths";
import { createFileHasher } from "./file-hasher";
import { makeTar, type TarFile } from "./make-tar";
import { sendInPieces, splitAddresses } from "./send-pieces";
import type { SendResult } from "./send-resumable";
import { sendByXhr, type TransportAnswer } from "./transport";
import type { BatchResult, UploadPorts } from "./upload-engine";
import type { UploadConflict, UploadItem } from "./upload-item";

/** Where files go: an account's folders or a share. */
export type UploadPlace = {
  /** tus creation. */
  endpoint: string;
  /** With every request, such as the session's. */
  headers: () => Readonly<Record<string, string>>;
  /** Upload-Metadata of a file. */
  metadataOf: (item: UploadItem) => Readonly<Record<string, string>>;
  /** Takes one file as a multipart form by PUT; null: all go by tus. */
  putUrlOf: ((item: UploadItem) => string) | null;
  /** Whether a large file may come in pieces over several connections. */
  canJoin: boolean;
  /** Takes a tar of many; null: all go one by one. */
  manyUrlOf: ((base: VirtualPath, conflict: UploadConflict) => string) | null;
  createFolder: (path: VirtualPath) => Promise<void>;
  /** Null where nobody may know what is there. */
  isNeedless: ((item: UploadItem) => Promise<boolean>) | null;
};

const mb = 1024 * 1024;
/** A connection that moves no byte for so long is taken for lost: a sleeping laptop gets no error. */
const stallMs = 60_000;

/** The browser's side of the engine. */
export function browserPorts(place: UploadPlace, limits: () => UploadSetting): UploadPorts {
  return {
    send: (item, watch) => {
      const { file } = item;
      if (file === null) return Promise.resolve({ type: "failed", error: "request/cancelled" });
      const { resume, largeFileMb, chunkMb, parallelChunks } = limits();
      const isLarge = resume && file.size >= largeFileMb * mb;
      if (place.putUrlOf !== null && !isLarge && item.url === null)
        return put(place.putUrlOf(item), place, { file, watch });
      const metadata = place.metadataOf(item);
      // With each request, as the user may have chosen anew since it began.
      const chosen = metadata["conflict"] === undefined ? {} : { "upload-conflict": metadata["conflict"] };
      const target = { endpoint: place.endpoint, headers: () => ({ ...place.headers(), ...chosen }), metadata };
      const maxPieces = place.canJoin ? parallelChunks : 1;
      return sendInPieces(
        { file, target, url: item.url, maxChunkBytes: chunkMb * mb, maxPieces, ...watch },
        { request: sendByXhr, hasherOf: createFileHasher, failureOf: failureIn, pause, nowMs: () => performance.now() },
      );
    },
    canSendMany: place.manyUrlOf !== null,
    sendMany: (items, watch) => sendMany(items, place, watch),
    discard: (url) => {
      const headers = { "tus-resumable": "1.0.0", ...place.headers() };
      // What cannot be removed now is removed when its time is over.
      for (const address of splitAddresses(url))
        if (address !== null) fetch(address, { method: "DELETE", headers, keepalive: true }).catch(() => {});
    },
    createFolder: place.createFolder,
    isNeedless: async (item) => (await place.isNeedless?.(item)) ?? false,
    isServerUp: async () => {
      try {
        return (await fetch(urls.api("health"), { cache: "no-store" })).ok;
      } catch {
        return false;
      }
    },
    pause,
  };
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      removeEventListener("online", wake);
      resolve();
    };
    const timer = setTimeout(wake, delayMs);
    addEventListener("online", wake);
  });
}

type Watch = { onProgress: (sentBytes: number) => void; signal: AbortSignal };

/** Spec §7: PUT, one multipart field `file`. */
async function put(url: string, { headers }: UploadPlace, { file, watch }: { file: File; watch: Watch }) {
  const body = new FormData();
  body.append("file", file, "file");
  const request = { method: "PUT", url, headers: headers(), body, stallMs, ...watch } as const;
  const answer = parse(await sendByXhr(request));
  if (answer === null) return { type: "lost" } satisfies SendResult;
  if (answer.code !== 0) return { type: "failed", error: failureOf(answer).key } satisfies SendResult;
  return { type: "stored", isVerified: false } satisfies SendResult;
}

async function sendMany(items: readonly UploadItem[], place: UploadPlace, watch: Watch): Promise<BatchResult> {
  const [first] = items;
  if (first === undefined || place.manyUrlOf === null) return { type: "stored", failures: new Map() };
  const files = items.flatMap(({ label, file }): TarFile[] => (file === null ? [] : [{ path: label, file }]));
  const body = makeTar(files);
  const fileBytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const request = {
    method: "POST",
    url: place.manyUrlOf(first.base, first.conflict),
    headers: place.headers(),
    body,
    stallMs,
    signal: watch.signal,
    // Names and padding are sent as well.
    onProgress: (sentBytes: number) => watch.onProgress((sentBytes / body.size) * fileBytes),
  } as const;
  const answer = parse<{ failures: { path: string; error: string }[] }>(await sendByXhr(request));
  if (answer === null) return { type: "lost" };
  if (answer.code !== 0) return { type: "failed", error: failureOf(answer).key };
  const errors = new Map(answer.data.failures.map(({ path, error }) => [path, error]));
  const failures = new Map<number, ErrorKey>();
  for (const { id, label } of items) {
    const error = errors.get(label);
    if (error !== undefined) failures.set(id, isErrorKey(error) ? error : "internal");
  }
  return { type: "stored", failures };
}

/** Null for a broken connection and for a proxy's error page: the server behind it is away. */
function parse<T>(answer: TransportAnswer | null): Answer<T> | null {
  try {
    return answer === null ? null : JSON.parse(answer.text);
  } catch {
    return null;
  }
}

/** The answer to a HEAD has no words: then the status is all there is. */
function failureIn(answer: TransportAnswer): AppError {
  const parsed = parse(answer);
  if (parsed !== null) return failureOf(parsed);
  if (answer.status === 401) return failureOf({ code: 2, message: "", data: null, error: "auth/required" });
  return new AppError(answer.status === 403 ? "auth/forbidden" : "internal");
}
