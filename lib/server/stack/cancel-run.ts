import type { stackContract } from "@/lib/contracts/stack";
import type { Service } from "@/lib/server/http/service";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import { cancelRun } from "./last-runs";

/** Whoever has begun it. What has ended by now is as it was wanted. */
export const cancelStackRun: Service<typeof stackContract.cancelStackRun> = async ({ name }, { actor, about }) => {
  about(name);
  assertRoot(actor);
  cancelRun(name);
  return {};
};
