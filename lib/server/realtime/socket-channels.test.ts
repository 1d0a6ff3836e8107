import { EventEmitter } from "node:events";
import { expect, test, vi } from "vitest";
import { createCounts } from "@/lib/server/base/counts";
import type { App } from "@/lib/server/runtime/app";
import { fileGroup } from "@/lib/server/file/file-group";
import { createSocketChannels, type Tab } from "./socket-channels";

const never = new Promise<never>(() => {});
/** A database that does not answer. */
const db = { session: { findUnique: () => never, findFirst: () => never } };

test("a tab that asks for more while nothing is answered is cut off", () => {
  const disconnect = vi.fn();
  const tab = Object.assign(new EventEmitter(), { data: { sessionId: "one", userId: "one" }, disconnect });
  const places = { number: createCounts({ perNetwork: 9 }), windowBytes: createCounts({ perNetwork: 9e9 }) };
  const served = new Map((fileGroup.channels ?? []).map((one) => [one.channel.name, one]));
  const asTab = tab as unknown as Tab; // it sends and listens, no more
  createSocketChannels(asTab, {
    app: { db } as unknown as App, // asked for nothing else until it has answered
    served,
    places,
    maxOpening: 3,
    running: new Set(),
  });
  for (let id = 0; id < 3; id++) tab.emit("channel/open", id, "file/watch", { path: "files" });
  expect(disconnect).not.toHaveBeenCalled();
  tab.emit("channel/open", 3, "file/watch", { path: "files" });
  expect(disconnect).toHaveBeenCalledWith(true);
});
