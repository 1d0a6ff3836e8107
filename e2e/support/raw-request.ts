import { request } from "node:http";
import type { Session } from "./api-client";
import type { Filedeck } from "./start-filedeck";

type Raw = {
  method?: string;
  session?: Session | null;
  body?: string | Buffer;
  headers?: Record<string, string>;
  /** Of 127.0.0.0/8: what is counted by address is counted apart from other tests'. */
  from?: string;
};

/** A request whose target goes to the wire byte by byte: fetch would tidy `..` and encodings away. */
export function rawRequest(
  server: Pick<Filedeck, "port">,
  target: string,
  { method = "GET", session = null, body, headers = {}, from }: Raw = {},
) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    const auth = session === null ? {} : { cookie: session.cookie, authorization: session.token };
    const req = request(
      {
        host: "127.0.0.1",
        ...(from === undefined ? {} : { localAddress: from }),
        port: server.port,
        path: Buffer.from(target).toString("latin1"),
        method,
        headers: { ...auth, ...headers },
      },
      (res) => {
        const chunks: Buffer[] = [];
        res.on("data", (chunk: Buffer) => chunks.push(chunk));
        res.on("end", () =>
          resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) }),
        );
        res.on("error", reject);
      },
    );
    req.on("error", reject);
    req.end(body);
  });
}
