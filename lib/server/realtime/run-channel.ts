import { z } from "zod";
import type { Channel, ChannelEnd, Content } from "@/lib/contracts/channel";
import { costOf, createInflow, createOutflow, frameBytes, piecesOf, type Frame } from "@/lib/shared/channel-flow";
import { AppError } from "@/lib/shared/errors";
import { knownFailure } from "@/lib/server/http/answer";
import { fitLists } from "@/lib/server/http/fit-lists";
import { parseInput } from "@/lib/server/http/gate";
import { isStillAllowed } from "@/lib/server/http/still-allowed";
import type { App } from "@/lib/server/runtime/app";
import type { Actor } from "@/lib/server/runtime/ctx";
import { recheck } from "@/lib/server/session/recheck";
import { createArrivals } from "./arrivals";
import { UnfitMessageError } from "./send-fitting";
import type { ServedChannel } from "./serve-channels";

type Run = ServedChannel & {
  app: App;
  /** Who may open it, and a place: throws what the browser is told. */
  admit: () => Promise<{ actor: Actor; opened: unknown; leave: () => void }>;
  /** To the browser. */
  tell: {
    opened: (windowBytes: number) => void;
    data: (frame: Frame) => void;
    took: (cost: number) => void;
    closed: (end: ChannelEnd) => void;
  };
};

export type RunningChannel = {
  arrived: (frame: Frame) => void;
  took: (cost: number) => void;
  end: (end: ChannelEnd) => void;
  /** When it has ended and let go of everything; never rejects. */
  done: Promise<void>;
};

/** One open channel, from the question whether it may be opened to its end, which has one owner: `end`, whoever calls it first. */
export function runChannel({ channel, service, app, admit, tell }: Run): RunningChannel {
  const { highWaterBytes: windowBytes } = channel;
  const controller = new AbortController();
  const { signal } = controller;
  let actor: Actor | null = null;
  const out = createOutflow({ put: tell.data });
  const inflow = createInflow({ windowBytes, acknowledge: (cost) => !signal.aborted && tell.took(cost) });
  const arrivals = createArrivals<Frame>(signal);
  /** One look after the other: what arrives keeps its order. */
  let looked: Promise<void> = Promise.resolve();
  let hasLoggedUnfit = false;

  function end(how: ChannelEnd): void {
    if (signal.aborted) return;
    const reason = new AppError("error" in how ? how.error : "request/cancelled");
    controller.abort(reason);
    out.end(reason);
    tell.closed(how);
  }

  function fail(error: unknown, why: "refused" | "failed"): void {
    const { key, params } = knownFailure(error);
    if (key === "internal" && !signal.aborted) app.log.error({ err: error, channel: channel.name }, "channel failed");
    end({ why, error: key, params });
  }

  async function look(frame: Frame): Promise<void> {
    if (signal.aborted || actor === null) return;
    if (await isStillAllowed(app.db, actor, channel.access)) arrivals.add(frame);
    else end({ why: "refused", error: "auth/forbidden" });
  }

  async function* received(): AsyncGenerator {
    for await (const frame of arrivals) {
      yield decode(channel.up, frame);
      inflow.took(frame);
    }
  }

  function fitting(message: unknown): string {
    try {
      return encode(channel, message);
    } catch (error) {
      if (!hasLoggedUnfit) app.log.error({ err: error, channel: channel.name }, "a message does not fit its channel");
      hasLoggedUnfit = true;
      throw new UnfitMessageError(channel.name, { cause: error });
    }
  }

  async function send(message: unknown): Promise<void> {
    if (!(message instanceof Uint8Array)) await out.send(fitting(message));
    else for (const piece of piecesOf(message, frameBytes.down)) await out.send(piece);
  }

  async function run(): Promise<void> {
    const admitted = await admit().catch((error: unknown) => fail(error, "refused"));
    if (admitted === undefined) return;
    const { opened, leave } = admitted;
    const access = { actor: admitted.actor, storage: app.storageFor(admitted.actor), db: app.db, log: app.log };
    const stopAsking = recheck({
      isAllowed: () => isStillAllowed(app.db, admitted.actor, channel.access),
      end: () => end({ why: "refused", error: "auth/forbidden" }),
    });
    try {
      if (signal.aborted) return;
      ({ actor } = admitted);
      tell.opened(windowBytes);
      out.widen(windowBytes);
      await service(opened, { ...access, signal }, { send, received: received() });
      end({ why: "ended" });
    } catch (error) {
      fail(error, "failed");
    } finally {
      stopAsking();
      leave();
    }
  }

  return {
    arrived(frame) {
      if (signal.aborted) return;
      const isMeant = channel.up !== null && (channel.up === "bytes") === (typeof frame !== "string");
      if (actor === null || !isMeant) end({ why: "failed", error: "request/invalid" });
      else if (!inflow.arrived(frame)) end({ why: "failed", error: "request/too-large" });
      else looked = looked.then(() => look(frame)).catch((error: unknown) => fail(error, "failed"));
    },
    took(cost) {
      if (!signal.aborted && !out.acknowledge(cost)) end({ why: "failed", error: "request/invalid" });
    },
    end,
    done: run(),
  };
}

/** What both ways of a channel may hold at most, for who counts them. */
export function windowOf({ up, down, highWaterBytes }: Channel): number {
  return [up, down].filter((way) => way !== null).length * (highWaterBytes + costOf(""));
}

function decode(content: Content, frame: Frame): unknown {
  if (typeof frame !== "string" || !(content instanceof z.ZodType)) return frame;
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    throw new AppError("request/invalid");
  }
  return parseInput(content, value);
}

function encode({ name, down }: Channel, message: unknown): string {
  return JSON.stringify(down instanceof z.ZodType ? fitLists(name, down, message) : message);
}
