import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Upload, UploadOptions } from "tus-js-client";
import { enter, expect, test } from "../support/test";

const script = createRequire(import.meta.url).resolve("tus-js-client/dist/tus.js");

// tus-js-client as others use it, in the browser; its cases in Node are in lib/server/upload/tus-client.int.test.ts.
test("tus-js-client uploads from a browser, in chunks, and goes on after being aborted", async ({
  browser,
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: folder } = tempRoot();
  // The app's own page would not let a foreign script in.
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await enter(page, server, root);
  await page.goto(`${server.url}/api/health`);
  await page.addScriptTag({ path: script });
  const stored = await page.evaluate(
    async ({ endpoint, authorization }) => {
      // The bundle's global; the page has no modules.
      const { tus } = globalThis as unknown as {
        tus: { Upload: new (file: Blob, options: UploadOptions) => Upload };
      };
      const file = new Blob([new Uint8Array(3_000_000).fill(97)]);
      const headers = { authorization };
      const options = { endpoint, headers, metadata: { filename: "ä.bin" }, chunkSize: 500_000 };
      const url = await new Promise<string | null>((resolve, reject) => {
        const first = new tus.Upload(file, {
          ...options,
          onError: reject,
          onChunkComplete: (_, sent) => {
            if (sent >= 1_000_000) void first.abort().then(() => resolve(first.url));
          },
        });
        first.start();
      });
      return new Promise<boolean>((resolve, reject) => {
        const again = new tus.Upload(file, {
          ...options,
          uploadUrl: url,
          onError: reject,
          onSuccess: () => resolve(again.url === url),
        });
        again.start();
      });
    },
    { endpoint: `${server.url}/api/file/tus?folder=${folder}`, authorization: root.token },
  );
  expect(stored).toBe(true);
  expect(readFileSync(path.join(dir, "ä.bin")).equals(Buffer.alloc(3_000_000, "a"))).toBe(true);
  await context.close();
});
