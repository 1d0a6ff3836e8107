import type { mediaContract } from "@/lib/contracts/media";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { createTurns } from "@/lib/server/base/turns";
import { holderOf } from "@/lib/server/http/holder-of";
import type { ByteService } from "@/lib/server/http/route";
import { sent, writeOut } from "@/lib/server/http/send-bytes";
import type { Wire } from "@/lib/server/http/wire";
import type { Jailed } from "@/lib/server/process/decoder/spawn-jailed";
import { endGroup } from "@/lib/server/process/spawn-child";
import { playPlan } from "./play-plan";
import { factsOf } from "./read-facts";
import { startMedia } from "./run-media";
import { withMedia } from "./with-media";

const { play } = limits.media;
const turns = createTurns(play.turns);

/** What the browser cannot play, converted as fast as it is read: ffmpeg waits for its pipe, and ends with its reader. */
export const playMedia: ByteService<typeof mediaContract.play> = async ({ file, start, quality, audio }, ctx, wire) => {
  const holder = holderOf(ctx);
  const leave = await turns(holder, ctx.signal);
  try {
    await withMedia({ storage: ctx.storage, path: file, holder, signal: ctx.signal }, async (source) => {
      const facts = await factsOf(source, { holder, signal: ctx.signal });
      const plan = playPlan(facts, { start, quality, audio, isSeekable: source.isSeekable });
      if (plan === null) throw new AppError("media/failed");
      const { child, said } = await startMedia(source, {
        name: "ffmpeg",
        args: [...plan.before, ...source.inputArguments, ...plan.after],
        limits: play.jail,
        signal: ctx.signal,
      });
      const over = ended(child);
      try {
        if (await send(child, { wire, type: plan.type, signal: ctx.signal })) await finish(wire, await over, said());
      } finally {
        endGroup(child);
        // Its place is free when it has ended, not before.
        await over;
      }
    });
  } finally {
    leave();
  }
};

type Sending = { wire: Wire; type: string; signal: AbortSignal };

/** False where the reader has left, or takes nothing any more. */
async function send(child: Jailed, { wire: { res, req }, type, signal }: Sending): Promise<boolean> {
  let stalled: NodeJS.Timeout | undefined;
  try {
    for await (const piece of child.stdout) {
      if (!res.headersSent) res.writeHead(200, headersOf(type));
      if (req.method === "HEAD") return false;
      stalled = setTimeout(() => res.destroy(), play.stalledMs);
      const goesOn = await writeOut(res, piece as Buffer, signal); // without an encoding these are bytes
      clearTimeout(stalled);
      if (!goesOn) return false;
    }
    return true;
  } finally {
    clearTimeout(stalled);
  }
}

/** Before the first byte a failure is told; afterwards the answer breaks off, so that nobody takes a part for the whole. */
async function finish({ res }: Wire, code: number | null, said: string): Promise<void> {
  if (code !== 0 || !res.headersSent)
    throw new AppError("media/failed", {}, { cause: new Error(said || `it ended with ${code}`) });
  res.end();
  await sent(res);
}

const headersOf = (type: string) => ({
  "content-type": type,
  "cache-control": "no-store",
  "content-security-policy": "sandbox; default-src 'none'",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
});

function ended(child: Jailed): Promise<number | null> {
  return new Promise((resolve) => {
    child.once("close", (code: number | null) => resolve(code));
    child.once("error", () => resolve(null));
  });
}
