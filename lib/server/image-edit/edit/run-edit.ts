import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { threadFile } from "@/lib/server/base/thread-file";
import { createTurns } from "@/lib/server/base/turns";
import { runJailed } from "@/lib/server/process/decoder/run-jailed";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import type { OpenFile } from "@/lib/server/storage/storage";
import { joinFrame, splitFrame } from "./frame";
import type { EditedPicture, EditJob } from "./plan";

const cost = limits.previews.edit;
const turns = createTurns(cost.turns);

/** Judged: whatever took the worker over could say anything. */
const answer = z.union([
  z.object({ width: z.number().int().positive(), height: z.number().int().positive() }),
  z.object({ failed: z.literal("too-large") }),
]);

/** sharp, and what it needs itself. */
const packages = ["sharp", "@img", "detect-libc", "semver"];

/**
 * Edits a picture in a jailed process of its own. Throws preview/too-large, preview/no-jail, preview/failed, and request/busy or
 * request/overloaded for one too many.
 */
export async function runEdit(
  file: OpenFile,
  job: Omit<EditJob, "maxPixels">,
  { actor, signal }: Pick<Ctx, "actor" | "signal">,
): Promise<EditedPicture> {
  if (file.stat.sizeBytes > cost.inputBytes) throw new AppError("preview/too-large");
  const leave = await turns(userIdOf(actor), signal);
  try {
    const input = joinFrame({ ...job, maxPixels: cost.pixels } satisfies EditJob, await file.readAll());
    return readAnswer(await runWorker(input, signal));
  } finally {
    leave();
  }
}

function runWorker(input: Uint8Array, signal: AbortSignal): Promise<Buffer> {
  const { href } = threadFile(import.meta.url, "edit-worker");
  const sharp = createRequire(import.meta.url).resolve("sharp");
  const modules = sharp.slice(0, sharp.lastIndexOf("/node_modules/") + "/node_modules".length);
  return runJailed(
    process.execPath,
    [`--max-old-space-size=${cost.heapMib}`, "-e", "import(process.argv[1])", href, sharp],
    {
      input,
      outputBytes: cost.outputBytes,
      readable: [
        ...packages.map((name) => join(modules, name)),
        process.execPath,
        ...(href.startsWith("file:") ? [fileURLToPath(href)] : []),
      ],
      env: { UV_THREADPOOL_SIZE: "2", MALLOC_ARENA_MAX: "2" },
      limits: cost.jail,
      signal,
    },
  );
}

function readAnswer(frame: Buffer): EditedPicture {
  const { head, bytes } = split(frame);
  const said = answer.safeParse(head);
  if (!said.success) throw new AppError("preview/failed", {}, { cause: said.error });
  if ("failed" in said.data) throw new AppError("preview/too-large");
  return { ...said.data, bytes };
}

function split(frame: Buffer) {
  try {
    return splitFrame(frame);
  } catch (cause) {
    throw new AppError("preview/failed", {}, { cause });
  }
}
