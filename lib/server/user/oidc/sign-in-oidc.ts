import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { createWaits } from "@/lib/server/base/waits";
import type { Service } from "@/lib/server/http/service";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { assertNotThrottled, countFailure, networkOf } from "@/lib/server/session/throttle";
import type { Entering } from "@/lib/server/user/enter";
import { enterProvided } from "@/lib/server/user/provided/enter-provided";
import { findAccount } from "./find-account";
import { readAnswer } from "./read-answer";
import { answerKeys } from "./send-to-provider";

const wait = createWaits(limits.askedElsewhere.provider);

/** Throws request/busy and request/overloaded where too many ask the provider at once; the answer is good for another try then. Other failures are those of {@link readAnswer}, {@link findAccount} and {@link enterProvided}. */
export const loginOidc: Service<typeof userContract.loginOidc> = async ({ answer }, ctx) => {
  assertNotThrottled(answerKeys(ctx));
  const entering = await wait(networkOf(ctx.request.address), () =>
    findEntering(ctx, answer).catch((error: unknown) => {
      countFailure(answerKeys(ctx));
      throw error;
    }),
  );
  return enterProvided(ctx, { ...entering, way: "provider" });
};

async function findEntering(ctx: Ctx, answer: string): Promise<Omit<Entering, "way">> {
  const { person, errand, setting } = await readAnswer(ctx, { answer, kind: "login" });
  ctx.about(`${person.name} (${person.issuer})`);
  const user = await findAccount(ctx, { person, setting });
  // The log names whose it was; what was sent does not.
  ctx.actor = { ...ctx.actor, username: user.username };
  if (user.disabled) throw new AppError("auth/oidc-disabled");
  return { userId: user.id, stay: errand.stay, found: user.found };
}
