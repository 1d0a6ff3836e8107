import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { createTurns } from "@/lib/server/base/turns";
import { getApp } from "@/lib/server/runtime/app";
import { spoolBody, type SpooledBody } from "@/lib/server/storage/spool-body";
import { flowOf } from "./body-flow";
import { untilCut } from "./until-cut";

type Spooling = { limit: { bytes: number; maxMs: number }; holder: string; signal: AbortSignal };

/** A body that is here or on its way holds a descriptor beside its connection's: what one user has of them keeps no files from others. */
const turns = createTurns(limits.heldBodies.spooled.turns);
const heldBy = new Map<string, number>();
let heldInAll = 0;

/**
 * Keeps a long body on the disk until the last of it is there: in memory, whoever sends slowly would hold the room of all others. Throws what reading a body does, file/disk-full, and
 * request/busy or request/overloaded where too much, or too many, of one user, or of all, are kept. Those that do not come while others wait are cut off with request/slow.
 */
export async function spoolLong(req: IncomingMessage, { limit, holder, signal }: Spooling): Promise<SpooledBody> {
  let ownBytes = 0;
  const letGo = () => {
    const left = (heldBy.get(holder) ?? 0) - ownBytes;
    if (left > 0) heldBy.set(holder, left);
    else heldBy.delete(holder);
    heldInAll -= ownBytes;
    ownBytes = 0;
  };
  const take = (bytes: number) => {
    if (ownBytes + bytes > limit.bytes) throw new AppError("request/too-large", { bytes: limit.bytes });
    const own = (heldBy.get(holder) ?? 0) + bytes;
    if (own > limits.heldBodies.spooled.perUserBytes) throw new AppError("request/busy");
    if (heldInAll + bytes > limits.heldBodies.spooled.inAllBytes) throw new AppError("request/overloaded");
    heldBy.set(holder, own);
    heldInAll += bytes;
    ownBytes += bytes;
  };
  const cut = new AbortController();
  const tooSlow = () => cut.abort(new AppError("request/slow", { seconds: Math.round(limit.maxMs / 1000) }));
  const leave = await turns(holder, signal, { flow: flowOf(req, tooSlow) });
  const late = setTimeout(tooSlow, limit.maxMs);
  const end = () => {
    letGo();
    leave();
  };
  try {
    const body = await spoolBody(counted(req, cut.signal, take), { folder: getApp().env.dataDir, signal });
    const release = async () => {
      await body.release();
      end();
    };
    return { ...body, release };
  } catch (error) {
    end();
    throw error;
  } finally {
    clearTimeout(late);
  }
}

async function* counted(
  req: IncomingMessage,
  cut: AbortSignal,
  take: (bytes: number) => void,
): AsyncGenerator<Buffer, void> {
  for await (const chunk of untilCut(req, cut)) {
    take(chunk.length);
    yield chunk;
  }
}
