import type { stackContract } from "@/lib/contracts/stack";
import { isAppError } from "@/lib/shared/errors";
import { isNewer } from "@/lib/shared/versions-of-releases";
import { createTurns } from "@/lib/server/base/turns";
import type { Service } from "@/lib/server/http/service";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { assertPrivate } from "./assert-private";
import { findCompose } from "./find-compose";
import { factsOfFiles } from "./known-files";
import { readByCompose } from "./run-compose";
import { getStackPlace, type StackPlace } from "./stack-places";

/** Compose takes up to a gigabyte for files that are made to cost something. */
const turns = createTurns({ atOnce: 1, inAll: 2, maxWaiting: 10, maxWaitMs: 30_000 });
/** The first that takes services from other files. */
const includesSince = "2.20.0";

export const testStack: Service<typeof stackContract.testStack> = async ({ name }, { actor, signal }) => {
  assertRoot(actor);
  const place = await getStackPlace(name);
  const compose = await findCompose();
  // What others can change is not given to Compose, and a deployment says so.
  if (compose === null || !(await isPrivate(place))) return { text: null, lacks_include: false };
  const leave = await turns(userIdOf(actor), signal);
  try {
    const text = await refusalOf(place, signal);
    const isOld = text !== null && isNewer(includesSince, compose.version);
    return { text, lacks_include: isOld && (await hasInclude(place)) };
  } finally {
    leave();
  }
};

const isPrivate = ({ folder }: StackPlace) =>
  assertPrivate(folder).then(
    () => true,
    (error: unknown) => (isAppError(error) ? false : Promise.reject(error)),
  );

/** In Compose's own words; null where it takes the files. */
async function refusalOf(place: StackPlace, signal: AbortSignal): Promise<string | null> {
  try {
    await readByCompose(place, { signal });
    return null;
  } catch (error) {
    if (isAppError(error) && error.key === "stack/invalid") return String(error.params["text"] ?? "");
    throw error;
  }
}

const hasInclude = async ({ composeFiles }: StackPlace) =>
  (await factsOfFiles(composeFiles)).some((facts) => facts?.includes === true);
