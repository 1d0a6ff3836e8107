import { randomBytes } from "node:crypto";
import { openAsBlob, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sendResumable } from "@/lib/client/upload/send-resumable";
import type { Share } from "@/lib/contracts/share";
import { call, type CallOptions } from "../support/api-client";
import { startCuttingProxy } from "../support/cutting-proxy";
import { sumOf, walkJourney } from "../support/journey";
import { nodeTransport } from "../support/node-transport";
import { resumablePorts } from "../support/resumable-ports";
import { expect, test } from "../support/test";

const filmBytes = 24 * 1024 * 1024;
const planted = { inbox: { notes: { "plan.txt": "swim" } } };

test("a film comes through a drop box over a bad line, is found, packed with a folder, both deleted, and back with one key", async ({
  page,
  login,
  server,
  root,
  tempRoot,
  browser,
}) => {
  const place = tempRoot(planted);
  const film = path.join(tempRoot().dir, "Film from Crete.mp4");
  writeFileSync(film, randomBytes(filmBytes));
  const context = await browser.newContext({ viewport: { width: 390, height: 800 }, hasTouch: true });
  await login();
  const phone = await context.newPage();
  const trip = { server, session: root, page, phone, place, film, cutAfterBytes: 5_000_000, timeoutMs: 30_000 };
  expect(await walkJourney(trip)).toBeGreaterThan(1);
  await context.close();
});

test("the same way over the API", async ({ server, root, tempRoot }) => {
  const place = tempRoot(planted);
  const film = path.join(tempRoot().dir, "Film from Crete.mp4");
  writeFileSync(film, randomBytes(filmBytes));
  const ask = async <T>(target: string, options: CallOptions = {}) => {
    const { answer } = await call<T>(server, target, { session: root, ...options });
    expect(answer.code, target).toBe(0);
    return answer.data;
  };
  const finish = async (taskId: string) => {
    const state = async () => (await ask<{ state: string }>(`task/${taskId}`)).state;
    await expect.poll(state).toBe("done");
  };

  const { link } = await ask<Share>("share/create", { body: { files: [`${place.path}/inbox`], mode: "upload" } });
  const line = await startCuttingProxy(server.port, { afterBytes: 5_000_000 });
  const sent = await sendResumable(
    {
      file: await openAsBlob(film),
      target: {
        endpoint: `/api/share/${link}/tus`,
        headers: () => ({}),
        metadata: { filename: "Film from Crete.mp4" },
      },
      url: null,
      maxChunkBytes: 95 * 1024 * 1024,
      onProgress: () => {},
      onUrl: () => {},
      signal: new AbortController().signal,
    },
    resumablePorts(nodeTransport(`http://127.0.0.1:${line.port}`)),
  );
  expect([sent, line.cuts() > 1]).toEqual([{ type: "stored", isVerified: true }, true]);
  line.stop();
  const inbox = path.join(place.dir, "inbox");
  const arrived = path.join(inbox, "Film from Crete.mp4");
  expect(await sumOf(arrived)).toBe(await sumOf(film));

  const found = await call(server, `file/search?folder=${place.path}&text=crete`, { session: root });
  expect(found.text).toContain(`"path":"${place.path}/inbox/Film from Crete.mp4"`);

  const files = [`${place.path}/inbox/Film from Crete.mp4`, `${place.path}/inbox/notes`];
  const body = { files, to: `${place.path}/inbox`, name: "both.zip" };
  await finish((await ask<{ taskId: string }>("file/compress", { body })).taskId);
  const { taskId } = await ask<{ taskId: string }>("file/delete", { body: { files } });
  await finish(taskId);
  expect(readdirSync(inbox)).toEqual(["both.zip"]);
  const undone = await ask<{ taskId: string }>(`undo/${taskId}`, { body: {} });
  await finish(undone.taskId);
  expect(readdirSync(inbox).toSorted()).toEqual(["Film from Crete.mp4", "both.zip", "notes"]);
  expect(await sumOf(arrived)).toBe(await sumOf(film));
});
