import { z } from "zod";
import { askDocker } from "@/lib/server/docker/ask-docker";

/** The daemon looks at every file of every volume for it: seldom, one question at a time, and with patience. */
const everyMs = 10 * 60_000;
const patienceMs = 10 * 60_000;

const answer = z.object({
  Volumes: z.array(z.object({ Name: z.string(), UsageData: z.object({ Size: z.number() }).nullish() })).nullish(),
});

let known: ReadonlyMap<string, number> = new Map();
let countedAt = 0;
let counting: Promise<ReadonlyMap<string, number>> | null = null;

/** In bytes, by name: what was counted last. */
export const knownSizes = (): ReadonlyMap<string, number> => known;

/** Counts them where that was long ago, and says whether there is something new. Never rejects: without sizes the list is what it was. */
export async function countNowAndThen(): Promise<boolean> {
  if (counting !== null || Date.now() - countedAt < everyMs) return false;
  return countSizes().then(
    () => true,
    () => false,
  );
}

/** Counts them now; who asks in between gets the same answer. */
export function countSizes(): Promise<ReadonlyMap<string, number>> {
  counting ??= count().finally(() => (counting = null));
  return counting;
}

/** They may be wrong by now: the next look counts again. */
export function forgetSizes(): void {
  countedAt = 0;
}

async function count(): Promise<ReadonlyMap<string, number>> {
  const said = await askDocker(
    "",
    // The package knows this question for everything at once only: images and build caches take longer still.
    (docker, abortSignal) =>
      new Promise<unknown>((resolve, reject) => {
        const question = { path: "/system/df?type=volume", method: "GET", statusCodes: { 200: true }, abortSignal };
        docker.modem.dial(question, (error: unknown, data: unknown) =>
          error === null || error === undefined
            ? resolve(data)
            : reject(error instanceof Error ? error : new Error("")),
        );
      }),
    { patienceMs },
  );
  const { success, data } = answer.safeParse(said);
  const sizes = (success ? (data.Volumes ?? []) : []).flatMap(({ Name, UsageData }) =>
    UsageData === null || UsageData === undefined || UsageData.Size < 0 ? [] : [[Name, UsageData.Size] as const],
  );
  known = new Map(sizes);
  countedAt = Date.now();
  return known;
}
