import { truncateSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { openDescriptors } from "@/lib/server/storage/conformance/open-descriptors";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

const fileBytes = 64 * 1024 * 1024;
/** How a connection may end: with a reset, with an ordinary end, or before anything was answered. */
const endings = ["reset", "end", "unread"] as const;

/** Asks for something, takes a few bytes at most, and leaves. */
function breakOff(lines: readonly string[], ending: (typeof endings)[number]): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () => {
      socket.write([...lines, "", ""].join("\r\n"));
      if (ending === "unread") socket.resetAndDestroy();
    });
    socket.once("data", () => (ending === "end" ? socket.destroy() : socket.resetAndDestroy()));
    socket.on("error", () => {});
    socket.once("close", () => resolve());
  });
}

test("a thousand downloads that break off, seeks in a film among them, leave no descriptor", async () => {
  const { dir, path: folder } = makeFolder(server);
  writeFileSync(path.join(dir, "film.mp4"), "");
  truncateSync(path.join(dir, "film.mp4"), fileBytes);
  const auth = ["host: x", `authorization: ${server.rootToken}`];
  const get = (target: string, ...more: string[]) => [`GET /api/${target} HTTP/1.1`, ...auth, ...more];
  const download = `file/download?file=${folder}/film.mp4`;
  const kinds = [
    get(download),
    get(`${download}&inline=1`, `range: bytes=${fileBytes / 2}-`),
    get(`${download}&inline=1`, `range: bytes=0-999,${fileBytes / 2}-${fileBytes - 1}`),
    get(`file/download?file=${folder}&format=zip`),
    get(`file/download?file=${folder}&format=tar.gz`),
  ];
  for (let round = 0; round < 20; round++) {
    const rounds = Array.from({ length: 50 }, (_, index) => index);
    await Promise.all(
      rounds.map((index) => {
        // Archives cost a processor: a few of them will do.
        const kind = kinds[round % 5 === 0 ? index % kinds.length : index % 3] ?? [];
        return breakOff(kind, endings[index % endings.length] ?? "reset");
      }),
    );
  }
  await vi.waitFor(() => expect(openDescriptors(dir)).toBe(0));
});
