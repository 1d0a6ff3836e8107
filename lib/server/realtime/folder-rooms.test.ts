import { expect, it, vi } from "vitest";
import { at } from "@/lib/server/storage/conformance/support";
import type { Storage } from "@/lib/server/storage/storage";
import { createFolderRooms } from "./folder-rooms";

const path = at("files/a");

function makeRooms(watch: Storage["watch"]) {
  const rooms = createFolderRooms({ changed: () => {}, watched: () => {} });
  const storage = { watch, stat: () => Promise.resolve({ mtimeMs: 1 }) };
  return { rooms, enter: () => rooms.enter(path, storage as unknown as Storage) }; // no more of it is used
}

it("watches nothing for a tab that has gone while its request was under way", async () => {
  const watch = vi.fn(() => Promise.resolve());
  const { rooms, enter } = makeRooms(watch);
  rooms.leaveAll();
  await enter();
  expect(watch).not.toHaveBeenCalled();
});

it("keeps the later of two requests when the earlier fails", async () => {
  const signals: AbortSignal[] = [];
  let fail = () => {};
  const { rooms, enter } = makeRooms((_, __, signal) => {
    signals.push(signal);
    return signals.length > 1
      ? Promise.resolve()
      : new Promise((_resolve, reject) => (fail = () => reject(new Error("gone"))));
  });
  const first = enter();
  await enter();
  fail();
  await expect(first).rejects.toThrow("gone");
  rooms.leaveAll();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});
