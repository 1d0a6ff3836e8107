import type { ResumableInput } from "@/lib/client/upload/send-resumable";
import type { TusServer } from "./start-tus-server";

type Wish = { bytes: Uint8Array<ArrayBuffer>; target: string; more?: Partial<ResumableInput> };

/** What the browser's sender is given for a file that goes to a virtual path, and the addresses that it tells. */
export function resumableInput({ rootToken }: Pick<TusServer, "rootToken">, { bytes, target, more = {} }: Wish) {
  const urls: (string | null)[] = [];
  const input: ResumableInput = {
    file: new Blob([bytes]),
    target: {
      endpoint: "/api/file/tus",
      headers: () => ({ authorization: rootToken }),
      metadata: { path: target },
    },
    url: null,
    maxChunkBytes: 95 * 1024 * 1024,
    onProgress: () => {},
    onUrl: (url) => urls.push(url),
    signal: new AbortController().signal,
    ...more,
  };
  return { input, urls };
}
