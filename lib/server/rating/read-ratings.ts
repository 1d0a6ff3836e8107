import type { ratingContract } from "@/lib/contracts/rating";
import { createPace } from "@/lib/server/base/next-slice";
import type { Service } from "@/lib/server/http/service";
import { isAppError } from "@/lib/shared/errors";
import { readSidecar } from "./sidecar";
import { ratingInXmp } from "./xmp-rating";

/** A sidecar that cannot be read is as none: what else is in the folder has its ratings all the same. */
export const readRatings: Service<typeof ratingContract.readRatings> = async ({ files }, { storage, signal }) => {
  const ratings: { path: string; rating: number }[] = [];
  const pace = createPace();
  for (const path of files) {
    signal.throwIfAborted();
    const sidecar = await readSidecar(path, storage).catch((error: unknown) => {
      if (isAppError(error)) return null;
      throw error;
    });
    const rating = sidecar === null ? null : await ratingInXmp(sidecar.text);
    if (rating !== null && rating > 0) ratings.push({ path, rating });
    await pace();
  }
  return { ratings };
};
