import { fileContract } from "@/lib/contracts/file";
import { AppError, isAppError } from "@/lib/shared/errors";
import { mayAccess } from "@/lib/server/http/gate";
import type { TextService } from "@/lib/server/http/text-route";
import type { WriteSource } from "@/lib/server/storage/storage";
import { keepVersions } from "@/lib/server/trash/keep-versions";
import { createPace } from "@/lib/server/base/next-slice";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { encodePieces } from "@/lib/server/text/encode-pieces";
import { isMultiByte } from "@/lib/server/text/multi-byte";
import { readOddLines, type OddLines } from "@/lib/server/text/odd-lines";
import { isTextEncoding } from "@/lib/shared/encodings";
import type { VirtualPath } from "@/lib/shared/paths";
import { maxTextBytes } from "@/lib/shared/units";
import { resolvePath } from "./resolve-path";

/** Replaces a text file in its encoding and with its line ends; a new file is made if there is none. */
export const saveText: TextService<typeof fileContract.save> = async (input, ctx, text) => {
  const path = resolvePath(input, ctx);
  const { encoding = "utf-8", bom = false, eol } = input;
  const stat = await ctx.storage.stat(path).catch((error: unknown) => {
    if (isAppError(error) && error.key === "file/not-found" && input.ifMatch === undefined) return null;
    throw error;
  });
  if (stat === null && !mayAccess(ctx.actor, fileContract.upload.access)) throw new AppError("file/not-found");
  if (stat !== null && stat.kind !== "file") throw new AppError("file/not-file");
  const odd = stat === null ? undefined : await findOddLines(path, encoding, ctx);
  const source = toSource(encodePieces(text.pieces(), { encoding, bom, eol, odd }));
  const { etag, sizeBytes, mtimeMs } = await keepVersions(ctx).during((keeping) =>
    ctx.storage.write(path, source, {
      conflict: "replace",
      signal: ctx.signal,
      ...(input.ifMatch === undefined ? {} : { ifMatch: input.ifMatch }),
      ...keeping,
    }),
  );
  return { etag, size: sizeBytes, mtime: mtimeMs };
};

/** Lines that nobody touched keep their bytes, also where the encoding has others for the same characters. */
async function findOddLines(
  path: VirtualPath,
  encoding: string,
  { storage }: Pick<Ctx, "storage">,
): Promise<OddLines | undefined> {
  if (!isTextEncoding(encoding) || !isMultiByte(encoding)) return undefined;
  const file = await storage.open(path);
  try {
    return file.stat.sizeBytes > maxTextBytes ? undefined : await readOddLines(file, encoding);
  } finally {
    await file.close();
  }
}

/** One piece goes to the disk at once; of several the next is made when the disk has taken the last. */
function toSource(pieces: Iterator<Buffer>): WriteSource {
  const first = nextOf(pieces);
  const second = nextOf(pieces);
  if (second === null) return first ?? new Uint8Array();
  return (async function* () {
    yield* [first ?? new Uint8Array(), second];
    // A quick disk takes each of them at once.
    const pace = createPace();
    for (let piece = nextOf(pieces); piece !== null; piece = nextOf(pieces)) {
      yield piece;
      await pace();
    }
  })();
}

function nextOf(pieces: Iterator<Buffer>): Buffer | null {
  const step = pieces.next();
  return step.done === true ? null : step.value;
}
