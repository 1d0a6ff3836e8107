import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { sendInPieces } from "@/lib/client/upload/send-pieces";
import type { SendResult } from "@/lib/client/upload/send-resumable";
import { signIn, type Session } from "../support/api-client";
import { nodeTransport } from "../support/node-transport";
import { resumablePorts } from "../support/resumable-ports";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";

const bytes = randomBytes(48 * 1024 * 1024);
/** FILEDECK_TEST_KILLS=20 for a long look. */
const kills = Number(process.env["FILEDECK_TEST_KILLS"] ?? 2);

type Visit = {
  server: Filedeck;
  session: Session;
  url: string | null;
  pieces: number;
  onProgress: (sentBytes: number) => void;
};

/** The browser's sender; gives the upload's address as well, for the next visit. */
async function visit(input: Visit): Promise<{ result: SendResult; url: string | null }> {
  const { server, session, url, pieces, onProgress } = input;
  let known = url;
  const result = await sendInPieces(
    {
      file: new Blob([bytes]),
      target: {
        endpoint: "/api/file/tus",
        headers: () => ({ cookie: session.cookie, authorization: session.token }),
        metadata: { path: "files/film.bin" },
      },
      url,
      maxChunkBytes: 4 * 1024 * 1024,
      maxPieces: pieces,
      lanes: pieces,
      onProgress,
      onFinishing: () => {},
      onUrl: (next) => {
        known = next;
      },
      signal: new AbortController().signal,
    },
    resumablePorts(nodeTransport(server.url)),
  );
  return { result, url: known };
}

for (const pieces of [1, 3])
  test(`kill -9 again and again during an upload in ${pieces}: it goes on, arrives whole, and leaves nothing`, async () => {
    test.setTimeout(120_000);
    let server = await startFiledeck();
    let url: string | null = null;
    for (let round = 1; round <= kills; round++) {
      const session = await signIn(server);
      const killed: Promise<unknown>[] = [];
      const onProgress = (sentBytes: number) => {
        // At another place each time; the last while the file gets its name, or just after.
        if (sentBytes >= (bytes.length / kills) * round) killed.push(server.stop("SIGKILL"));
      };
      const seen = await visit({ server, session, url, pieces, onProgress });
      ({ url } = seen);
      await Promise.all(killed);
      server = await startFiledeck({ workDir: server.workDir });
      const names = readdirSync(server.filesDir);
      expect(names.length).toBeLessThanOrEqual(pieces + 1);
      if (names.includes("film.bin"))
        expect(readFileSync(path.join(server.filesDir, "film.bin")).equals(bytes)).toBe(true);
    }
    const { result } = await visit({ server, session: await signIn(server), url, pieces, onProgress: () => {} });
    expect(result).toEqual({ type: "stored", isVerified: true });
    expect(readdirSync(server.filesDir)).toEqual(["film.bin"]);
    const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");
    expect(sha256(readFileSync(path.join(server.filesDir, "film.bin")))).toBe(sha256(bytes));
    await server.remove();
  });
