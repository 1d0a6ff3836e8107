import { pictureFacts, type previewContract } from "@/lib/contracts/preview";
import type { PictureFacts } from "@/lib/shared/picture-facts";
import { isAppError } from "@/lib/shared/errors";
import { holderOf } from "@/lib/server/http/holder-of";
import type { Service } from "@/lib/server/http/service";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import { factsOf, type Asking } from "./make-preview";

/** Of one call; the pool has its own bound for all. */
const together = 4;

export const getFacts: Service<typeof previewContract.facts> = async ({ files }, ctx) => {
  const facts: (PictureFacts | null)[] = files.map(() => null);
  await eachParallel(files, together, async (path, index) => {
    facts[index] = await factsOrNull({ storage: ctx.storage, path, holder: holderOf(ctx), signal: ctx.signal });
  });
  return { facts };
};

/** A worker that others' bytes took over says what it likes: only what has the shape of facts is taken. */
async function factsOrNull(asking: Asking): Promise<PictureFacts | null> {
  try {
    return pictureFacts.parse((await factsOf(asking)).said);
  } catch (error) {
    if (isAppError(error) && error.key === "request/cancelled") throw error;
    return null;
  }
}
