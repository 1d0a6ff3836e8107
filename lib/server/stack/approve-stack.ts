import { AppError, isAppError } from "@/lib/shared/errors";
import type { stackContract } from "@/lib/contracts/stack";
import type { Db } from "@/lib/server/db/open-db";
import type { Service } from "@/lib/server/http/service";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import { digestOf, findApproval, keepApproval, readStack, shownText, type Approval } from "./approvals";
import { assertPrivate } from "./assert-private";
import { getStackPlace, type StackPlace } from "./stack-places";

export const getApproval: Service<typeof stackContract.getApproval> = async ({ name }, { actor }) => {
  assertRoot(actor);
  const place = await getStackPlace(name);
  await assertPrivate(place.folder);
  const [before, now] = await Promise.all([findApproval(place), readStack(place)]);
  return {
    approved: before === null ? null : shownText(place, before),
    now: shownText(place, now),
    digest: digestOf(now),
  };
};

export const approveStack: Service<typeof stackContract.approveStack> = async (
  { name, digest },
  { actor, about, db },
) => {
  about(name);
  assertRoot(actor);
  const place = await getStackPlace(name);
  await assertPrivate(place.folder);
  const now = await readStack(place);
  if (digestOf(now) !== digest) throw new AppError("stack/changed", { name });
  await keepApproval(db, place, now);
  return {};
};

/**
 * What Compose is to be given: what was approved, and none of the files that it came from, which may be others a moment later. `isNew`: what is in them is
 * to be applied. Throws stack/unapproved where that is not what was approved, or nothing was; stack/open-folder.
 */
export async function getApproved(place: StackPlace, { isNew }: { isNew: boolean }): Promise<Approval> {
  const approval = await findApproval(place);
  if (approval === null) throw new AppError("stack/unapproved", { name: place.name });
  // Stopping what runs needs nobody's leave.
  if (!isNew) return approval;
  await assertPrivate(place.folder);
  if (digestOf(await readStack(place)) !== digestOf(approval))
    throw new AppError("stack/unapproved", { name: place.name });
  return approval;
}

export async function isApproved(place: StackPlace): Promise<boolean> {
  try {
    await getApproved(place, { isNew: true });
    return true;
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}

/** After an administrator has written it here. What Compose cannot read is shown when it is to be run. */
export async function approveIfReadable(db: Db, place: StackPlace): Promise<void> {
  try {
    await assertPrivate(place.folder);
    await keepApproval(db, place, await readStack(place));
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
}
