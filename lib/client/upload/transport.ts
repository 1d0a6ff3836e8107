export type TransportRequest = {
  method: "GET" | "POST" | "PATCH" | "HEAD" | "DELETE" | "PUT";
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Blob | FormData | null;
  onProgress?: (sentBytes: number) => void;
  signal: AbortSignal;
  /** Without a byte or an answer for so long the connection is taken for dead: some phones and sleeping laptops never say. */
  stallMs: number;
};
export type TransportAnswer = { status: number; header: (name: string) => string | null; text: string };

/** Null: no answer came; the connection broke, stalled, or the signal fired. */
export type Transport = (request: TransportRequest) => Promise<TransportAnswer | null>;

/** XMLHttpRequest, because fetch tells no upload progress. */
export const sendByXhr: Transport = ({ method, url, headers, body, onProgress, signal, stallMs }) =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(abort, stallMs);
    };
    const abort = () => request.abort();
    const finish = (answer: TransportAnswer | null) => {
      clearTimeout(stalled);
      signal.removeEventListener("abort", abort);
      resolve(answer);
    };
    request.upload.addEventListener("progress", ({ loaded }) => {
      watch();
      onProgress?.(loaded);
    });
    request.addEventListener("load", () =>
      finish({
        status: request.status,
        header: (name) => request.getResponseHeader(name),
        text: request.responseText,
      }),
    );
    request.addEventListener("error", () => finish(null));
    request.addEventListener("abort", () => finish(null));
    if (signal.aborted) {
      finish(null);
      return;
    }
    signal.addEventListener("abort", abort);
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    watch();
    request.send(body);
  });
