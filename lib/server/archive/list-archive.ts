import { constants, createGzip } from "node:zlib";
import { maxArchiveListed, type ArchiveLine, type ArchiveListed, type archiveContract } from "@/lib/contracts/archive";
import type { ParsedOf } from "@/lib/contracts/endpoint";
import { AppError, isAppError } from "@/lib/shared/errors";
import { nameOf } from "@/lib/shared/paths";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import type { ByteService } from "@/lib/server/http/route";
import type { Wire } from "@/lib/server/http/wire";
import { acceptsGzip, writeOut } from "@/lib/server/http/send-bytes";
import { createPace } from "@/lib/server/base/next-slice";
import { createTurns } from "@/lib/server/base/turns";
import type { ListedEntry } from "./archive-entry";
import { openArchive } from "./open-archive";
import { rememberArchive } from "./open-archives";

type Input = ParsedOf<typeof archiveContract.list>;

const maxMs = 120_000;
const batchEntries = 500;
const batchMs = 200;
export const browseTurns = createTurns({ atOnce: 4, maxWaiting: 50 });

const headers = {
  "content-type": "application/x-ndjson; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  // nginx would keep the first entries back until there are many.
  "x-accel-buffering": "no",
  vary: "accept-encoding",
};

/** Streams what is in an archive until the end, a limit, or until the caller goes away. */
export const listArchive: ByteService<typeof archiveContract.list> = async (input, ctx, wire) => {
  const leave = await browseTurns(userIdOf(ctx.actor), ctx.signal);
  const file = await ctx.storage.open(input.path).catch((error: unknown) => {
    leave();
    throw error;
  });
  try {
    const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(maxMs)]);
    const archive = await openArchive(file, {
      ...input,
      name: nameOf(input.path),
      holder: userIdOf(ctx.actor),
      signal,
    });
    const lines = describe(archive, input, ctx);
    // The first line decides whether there is an answer at all: until then a failure is an ordinary one.
    const first = await lines.next();
    await send(lines, first, ctx, wire);
  } finally {
    await file.close();
    leave();
  }
};

async function* describe(
  { format, encoding, list }: Awaited<ReturnType<typeof openArchive>>,
  input: Input,
  { actor }: Ctx,
): AsyncGenerator<ArchiveLine, void, undefined> {
  const open = rememberArchive({
    userId: userIdOf(actor),
    path: input.path,
    encoding: input.encoding,
    password: input.password,
  });
  yield { type: "head", format, encoding, open };
  const endMs = performance.now() + maxMs;
  let entries: ArchiveListed[] = [];
  let [count, sentMs, isCut] = [0, performance.now(), false];
  const pace = createPace();
  for await (const entry of list()) {
    await pace();
    entries.push(toLine(entry));
    isCut = ++count >= maxArchiveListed || performance.now() > endMs;
    if (isCut) break;
    if (entries.length < batchEntries && performance.now() < sentMs + batchMs) continue;
    yield { type: "entries", entries };
    [entries, sentMs] = [[], performance.now()];
  }
  yield { type: "entries", entries };
  yield { type: "done", cut: isCut };
}

function toLine({ path, kind, sizeBytes, packedBytes, mtimeMs, isEncrypted }: ListedEntry): ArchiveListed {
  const line = { path, kind, size: sizeBytes, packed: packedBytes, mtime: Math.round(mtimeMs) };
  return isEncrypted ? { ...line, encrypted: true } : line;
}

async function send(
  lines: AsyncGenerator<ArchiveLine, void, undefined>,
  first: IteratorResult<ArchiveLine, void>,
  ctx: Ctx,
  wire: Wire,
): Promise<void> {
  const isCompressed = acceptsGzip(wire);
  wire.res.writeHead(200, { ...headers, ...(isCompressed ? { "content-encoding": "gzip" } : {}) });
  const gzip = isCompressed ? createGzip({ level: constants.Z_BEST_SPEED, flush: constants.Z_SYNC_FLUSH }) : null;
  gzip?.pipe(wire.res);
  const out = gzip ?? wire.res;
  const put = (line: ArchiveLine) => writeOut(out, `${JSON.stringify(line)}\n`, ctx.signal);
  try {
    for (let line = first; line.done !== true; line = await lines.next()) if (!(await put(line.value))) break;
  } catch (error) {
    if (ctx.signal.aborted) return;
    if (!isAppError(error)) ctx.log.error({ err: error, requestId: ctx.request.id }, "archive could not be listed");
    const { key, params } = isAppError(error) ? error : new AppError("internal");
    await put({ type: "error", error: key, params });
  } finally {
    await lines.return();
    if (ctx.signal.aborted) gzip?.destroy();
    else out.end();
  }
}
