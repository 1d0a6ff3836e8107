import { expect, it, vi } from "vitest";
import type { EntryName } from "@/lib/shared/paths";
import { limits } from "@/lib/server/base/limits";
import { at } from "@/lib/server/storage/conformance/support";
import type { FolderChange, Storage } from "@/lib/server/storage/storage";
import { watchFolder } from "./watch-folder";

const path = at("files/a");

type Send = Parameters<typeof watchFolder>[2]["send"];

function begin(send: Send) {
  const controller = new AbortController();
  const { signal } = controller;
  let tell: (change: FolderChange) => void = () => {};
  const storage = {
    watch: async (_: unknown, onChange: typeof tell) => void (tell = onChange),
    stat: async () => ({ mtimeMs: 1 }),
  } as unknown as Storage; // no more of it is used
  const ctx = { storage, signal, actor: { userId: "mia" } } as unknown as Parameters<typeof watchFolder>[1]; // nor of this
  const done = watchFolder({ path }, ctx, { send, received: { [Symbol.asyncIterator]: async function* () {} } });
  return { tell: (change: FolderChange) => tell(change), done, end: () => controller.abort() };
}

it("tells the folder's stamp, every change, and ends with the folder", async () => {
  const told: unknown[] = [];
  const { tell, done } = begin(async (news) => void told.push(news));
  await vi.waitFor(() => expect(told).toEqual([{ stamp: 1 }]));
  tell({ upsert: [], removed: [] });
  tell({ gone: true });
  await done;
  expect(told.slice(1)).toEqual([{ change: { upsert: [], removed: [] } }, { change: { gone: true } }]);
});

/** With a reader that takes the next only when it is told to go on. */
async function beginSlow() {
  const told: unknown[] = [];
  let resume = () => {};
  const begun = begin((news) => {
    told.push(news);
    return new Promise<void>((resolve) => (resume = resolve));
  });
  await vi.waitFor(() => expect(told).toHaveLength(1));
  return { told, goOn: () => resume(), ...begun };
}

it("holds no more for a reader that has stopped than the word that it must list again", async () => {
  const { told, goOn, tell, done, end } = await beginSlow();
  for (let count = 0; count < 51; count++) tell({ upsert: [], removed: [] });
  goOn();
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(told[1]).toEqual({ change: { overflow: true } });
  end();
  goOn();
  await done;
  expect(told).toHaveLength(2);
});

it("holds no more names for such a reader than a listing would", async () => {
  const { told, goOn, tell, done, end } = await beginSlow();
  const removed = Array.from({ length: 600 }, (_, index) => `f${index}` as EntryName); // a letter and a number
  for (let count = 0; count < 2; count++) tell({ upsert: [], removed });
  goOn();
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(told[1]).toEqual({ change: { overflow: true } });
  end();
  goOn();
  await done;
});

it("is refused where one user watches as many folders as nobody looks at", async () => {
  const all = Array.from({ length: limits.watches.perHolder }, () => begin(async () => {}));
  await expect(begin(async () => {}).done).rejects.toMatchObject({ key: "request/busy" });
  for (const { end } of all) end();
  await Promise.all(all.map(({ done }) => done));
  const { done, end } = begin(async () => {});
  end();
  await done;
});
