import { setTimeout as wait } from "node:timers/promises";
import type { ParsedOf } from "@/lib/contracts/endpoint";
import type { spaceContract, SpaceLine } from "@/lib/contracts/space";
import { AppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/runtime/app";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { assertAccess, findCaller } from "@/lib/server/http/gate";
import type { ByteService } from "@/lib/server/http/route";
import type { Wire } from "@/lib/server/http/wire";
import { sendLines } from "@/lib/server/http/send-lines";
import { createTurns } from "@/lib/server/base/turns";
import { createSpaceMap } from "./build-map";

type Endpoint = typeof spaceContract.mapSpace;
type Input = ParsedOf<Endpoint>;

const progressMs = 200;
/** How often a walk that goes on asks whether its caller may still do this. */
const checkMs = 2_000;
const maxMs = 30 * 60_000;

const turns = createTurns({ atOnce: 2, maxWaiting: 10 });

/** Walks a folder and tells how far it is, then where its space is, until the caller goes away. */
export const mapSpace: ByteService<Endpoint> = async (input, ctx, wire) => {
  const leave = await turns(userIdOf(ctx.actor), ctx.signal);
  try {
    await sendLines(mapLines(input, ctx, wire), ctx, wire);
  } finally {
    leave();
  }
};

async function* mapLines({ path }: Input, ctx: Ctx, wire: Wire): AsyncGenerator<SpaceLine[], void, undefined> {
  const { storage } = ctx;
  if ((await storage.stat(path)).kind !== "folder") throw new AppError("file/not-folder");
  const map = createSpaceMap();
  const stop = new AbortController();
  const signal = AbortSignal.any([ctx.signal, stop.signal, getApp().stopping, AbortSignal.timeout(maxMs)]);
  let isOver = false;
  const walk = storage.survey(path, { context: map.start, survey: map.survey, signal }).finally(() => {
    isOver = true;
  });
  walk.catch(() => {}); // awaited below, unless the caller goes away before
  let checkedMs = performance.now();
  try {
    for (;;) {
      await Promise.race([walk, wait(progressMs)]);
      if (isOver) break;
      yield [{ type: "progress", entries: map.entries(), bytes: map.bytes() }];
      if (performance.now() < checkedMs + checkMs) continue;
      checkedMs = performance.now();
      assertAccess(await findCaller(getApp(), wire.exchange), { access: "file_read", token: true });
    }
    await walk;
    yield [{ type: "done", entries: map.entries(), unreadable: map.unreadable(), parts: map.parts() }];
  } finally {
    stop.abort();
  }
}
