import type { DefaultEventsMap, Server, Socket } from "socket.io";
import type { DownEvents, UpEvents } from "@/lib/contracts/channel";
import { AppError } from "@/lib/shared/errors";
import type { Counts } from "@/lib/server/base/counts";
import { assertAccess, parseInput } from "@/lib/server/http/gate";
import type { App } from "@/lib/server/runtime/app";
import type { Actor } from "@/lib/server/runtime/ctx";
import { findSessionOwner } from "@/lib/server/session/find-actor";
import { runChannel, windowOf, type RunningChannel } from "./run-channel";
import type { ServedChannel } from "./serve-channels";

/** What comes from a tab is not to be trusted. */
type Heard = { [E in keyof UpEvents]: (...args: unknown[]) => void };
type Welcomed = { sessionId: string; userId: string };
export type Tabs = Server<Heard, DownEvents, DefaultEventsMap, Welcomed>;
export type Tab = Socket<Heard, DownEvents, DefaultEventsMap, Welcomed>;

/** Of all tabs: what is served, and how much room there is. */
export type ChannelHouse = {
  app: App;
  served: ReadonlyMap<string, ServedChannel>;
  /** Channels, and what they may have on their way, each by user. */
  places: { number: Counts; windowBytes: Counts };
  /** How many one tab may have asked for without an answer. */
  maxOpening: number;
  running: Set<Promise<void>>;
};

/** The channels of one tab. Call the result when the socket has gone: all of them end, and it resolves when they have let go. */
export function createSocketChannels(tab: Tab, house: ChannelHouse): () => void {
  const open = new Map<number, RunningChannel>();
  let opening = 0;

  async function admit({ channel }: ServedChannel, input: unknown) {
    try {
      const actor = await findSessionOwner(house.app.db, tab.data.sessionId);
      if (actor === null) tab.disconnect(true);
      if (actor === null) throw new AppError("auth/required");
      assertAccess(actor, { access: channel.access, token: false });
      // What takes nothing from the browser changes nothing.
      if (actor.viewer !== null && channel.up !== null)
        throw new AppError("auth/viewing", { username: actor.username });
      const opened = parseInput(channel.open, input);
      return { actor, opened, leave: enter(actor, windowOf(channel)) };
    } finally {
      opening--;
    }
  }

  function enter({ userId }: Actor, windowBytes: number): () => void {
    const { places } = house;
    const user = userId ?? ""; // a session's owner has one
    if (!places.number.hasRoom(user) || !places.windowBytes.hasRoom(user, windowBytes))
      throw new AppError("request/busy");
    const leaves = [places.number.enter(user), places.windowBytes.enter(user, windowBytes)];
    return () => leaves.forEach((leave) => leave());
  }

  tab.on("channel/open", (id, name, input) => {
    if (!isId(id) || typeof name !== "string" || open.has(id) || ++opening > house.maxOpening) {
      tab.disconnect(true);
      return;
    }
    const served = house.served.get(name);
    if (served === undefined) {
      opening--;
      tab.emit("channel/closed", id, { why: "refused", error: "request/not-found" });
      return;
    }
    const running = runChannel({
      ...served,
      app: house.app,
      admit: () => admit(served, input),
      tell: {
        opened: (windowBytes) => tab.emit("channel/opened", id, windowBytes),
        data: (frame) => tab.emit("channel/data", id, frame),
        took: (cost) => tab.emit("channel/took", id, cost),
        closed: (end) => {
          open.delete(id);
          tab.emit("channel/closed", id, end);
        },
      },
    });
    open.set(id, running);
    house.running.add(running.done);
    void running.done.then(() => house.running.delete(running.done)); // done never rejects
  });
  // What is said of a channel that has just ended was on its way.
  const find = (id: unknown) => (isId(id) ? open.get(id) : undefined);
  tab.on("channel/data", (id, frame) => {
    if (typeof frame === "string" || frame instanceof Uint8Array) find(id)?.arrived(frame);
    else tab.disconnect(true);
  });
  tab.on("channel/took", (id, cost) => find(id)?.took(typeof cost === "number" ? cost : Number.NaN));
  tab.on("channel/close", (id) => find(id)?.end({ why: "ended" }));
  return () => {
    for (const running of open.values()) running.end({ why: "lost" });
  };
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
