import type { OutputOf } from "@/lib/contracts/endpoint";
import type { mediaContract } from "@/lib/contracts/media";
import { isAppError } from "@/lib/shared/errors";
import { holderOf } from "@/lib/server/http/holder-of";
import type { Service } from "@/lib/server/http/service";
import { readFacts } from "./read-facts";
import { findBeside } from "./subtitles/find-beside";
import type { MediaAsking } from "./with-media";

type Found = Pick<OutputOf<typeof mediaContract.getFacts>, "facts" | "problem">;

/** What can be made of it is an outcome that the player chooses by; who may not read it is refused. */
export const getFacts: Service<typeof mediaContract.getFacts> = async ({ file }, ctx) => {
  const asking = { storage: ctx.storage, path: file, holder: holderOf(ctx), signal: ctx.signal };
  const found = await factsOrProblem(asking);
  return { ...found, beside: await findBeside(asking) };
};

async function factsOrProblem(asking: MediaAsking): Promise<Found> {
  try {
    return { facts: await readFacts(asking), problem: null };
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.key === "media/no-program") return { facts: null, problem: "no-program" };
    if (error.key === "preview/no-jail") return { facts: null, problem: "no-jail" };
    if (error.key === "media/failed") return { facts: null, problem: "unreadable" };
    throw error;
  }
}
