import { failureOf } from "@/lib/client/call";
import { readToken } from "@/lib/client/token";
import { urls } from "@/lib/client/urls";
import type { Answer } from "@/lib/contracts/answer";
import { encodePath, joinVirtualPath } from "@/lib/shared/paths";
import type { SendResult } from "./upload-engine";
import type { UploadItem } from "./upload-queue";

/** A connection that moves no byte for so long is taken for lost: a sleeping laptop gets no error. */
const stallMs = 60_000;

/** Sends one file (spec §7: PUT, one multipart field `file`). XMLHttpRequest, because fetch tells no upload progress. */
export function sendFile(
  item: UploadItem,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<SendResult> {
  const { file } = item;
  if (file === null) return Promise.resolve({ type: "failed", error: "request/cancelled" });
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout>;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), stallMs);
    };
    const abort = () => request.abort();
    const finish = (result: SendResult) => {
      clearTimeout(stalled);
      signal.removeEventListener("abort", abort);
      resolve(result);
    };
    request.upload.addEventListener("progress", ({ loaded }) => {
      watch();
      onProgress(loaded);
    });
    // All bytes are out; the server may take its time to make them durable.
    request.upload.addEventListener("load", () => clearTimeout(stalled));
    request.addEventListener("load", () => finish(resultOf(request.responseText)));
    request.addEventListener("error", () => finish({ type: "lost" }));
    request.addEventListener("abort", () => finish({ type: "lost" }));
    signal.addEventListener("abort", abort);

    const conflict = item.conflict === "skip" ? "fail" : item.conflict;
    const path = encodePath(joinVirtualPath(item.folder, item.name));
    request.open("PUT", urls.api(`file/${path}?conflict=${conflict}&mtime=${file.lastModified}`));
    const token = readToken();
    if (token !== null) request.setRequestHeader("authorization", token);
    const form = new FormData();
    form.append("file", file, "file");
    watch();
    request.send(form);
  });
}

function resultOf(text: string): SendResult {
  let answer: Answer;
  try {
    answer = JSON.parse(text);
  } catch {
    // A proxy's error page: the server behind it is away.
    return { type: "lost" };
  }
  return answer.code === 0 ? { type: "stored" } : { type: "failed", error: failureOf(answer).key };
}
