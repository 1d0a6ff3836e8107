import { buildRequest, readAnswer } from "@/lib/client/call";
import { allRoutes } from "@/lib/client/all-routes";
import { sendByXhr } from "@/lib/client/upload/transport";
import { urls } from "@/lib/client/urls";
import { AppError } from "@/lib/shared/errors";

/** The daemon unpacks while it receives, and may take its time for the end. */
const stallMs = 10 * 60_000;

type Options = { onProgress: (sentBytes: number) => void; signal: AbortSignal };

/** Sends an archive into a volume. Throws AppError as a call does. */
export async function sendArchive(
  name: string,
  file: File,
  { onProgress, signal }: Options,
): Promise<{ bytes: number }> {
  const route = allRoutes.volume.importVolume;
  const { path, headers } = buildRequest(route, { name });
  const { method } = route;
  const answer = await sendByXhr({
    method: method === "PUT" ? method : "POST",
    url: urls.api(path),
    headers: { ...headers, "content-type": "application/x-tar" },
    body: file,
    onProgress,
    signal,
    stallMs,
  });
  if (answer === null) throw new AppError(signal.aborted ? "request/cancelled" : "network");
  const { data } = await readAnswer<{ bytes: number }>(new Response(answer.text, { status: answer.status }));
  return data;
}
