import type { PasskeyAssertion } from "@/lib/contracts/passkeys";
import type { HalfSignedIn as AskedSecond } from "@/lib/contracts/second-factor";
import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { spendCode } from "@/lib/server/session/factor/spend-code";
import { assertHolds, type Finding } from "@/lib/server/session/still-holds";
import { assertNotThrottled, countFailure, forgetFailures } from "@/lib/server/session/throttle";
import { enter } from "@/lib/server/user/enter";
import { askPasskey, findPasskeyUser } from "@/lib/server/user/passkey/check-passkey";
import { dropHalf, findHalf, keepHalf, type HalfSignedIn } from "./half-signed-in";

type Half = Omit<HalfSignedIn, "expiresAtMs">;

/** The second step of a sign-in, the only thing that who has given a password alone can reach. */
export const signInSecond: Service<typeof userContract.loginSecond> = async (
  { username, pending, code = "", passkey },
  ctx,
) => {
  const half = findHalf(pending);
  if (half === null) throw new AppError("auth/second-factor-late");
  const { userId, found } = half.entering;
  await assertHolds(ctx.db, { userId, found, otherwise: "auth/second-factor-late" });
  const user = await ctx.db.user.findUnique({ where: { id: userId }, select: { username: true } });
  if (user === null) throw new AppError("auth/second-factor-late");
  // The log names whose it is only now: without a valid `pending` anybody could send any name.
  ctx.actor = { ...ctx.actor, username: user.username };
  if (user.username !== username) throw new AppError("auth/second-factor-late");
  const proven =
    passkey === undefined ? await proveCode(ctx, { half, code }) : await provePasskey(ctx, { half, passkey, pending });
  if (!dropHalf(pending)) throw new AppError("auth/second-factor-late");
  return enter(ctx, { ...half.entering, found: [...found, proven] });
};

/** The factor that the code is of. Throws auth/wrong-code, counted before the check as a wrong password is, and auth/throttled. */
export async function proveCode(
  { db }: Pick<Ctx, "db">,
  { half, code }: { half: Half; code: string },
): Promise<Finding> {
  const { counted, factorKey } = half;
  const { userId } = half.entering;
  assertNotThrottled([factorKey]);
  countFailure([factorKey]);
  const proven = await spendCode({ db, keys: getApp().keys, userId, code });
  if (proven === null) throw new AppError("auth/wrong-code");
  forgetFailures([...counted, factorKey]);
  return proven;
}

type UsedPasskey = { half: Half; passkey: PasskeyAssertion; pending: string };

/** Throws auth/passkey. Not counted: nobody guesses a signature, and only who knows the password comes here. */
async function provePasskey(ctx: Ctx, { half, passkey, pending }: UsedPasskey): Promise<Finding> {
  const { counted, factorKey } = half;
  const { userId } = half.entering;
  const used = await findPasskeyUser(ctx, { about: aboutSecond(pending), userId, passkey });
  if (used === null) throw new AppError("auth/passkey");
  forgetFailures([...counted, factorKey]);
  return used.found;
}

/** What the browser goes on with: the failure that the first step ends with. */
export async function askSecondFactor(ctx: Pick<Ctx, "db" | "request">, half: Half): Promise<AppError> {
  const { userId } = half.entering;
  const pending = keepHalf(half);
  const [{ username }, totps, passkey] = await Promise.all([
    ctx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { username: true } }),
    ctx.db.totp.count({ where: { userId } }),
    askPasskey(ctx, { about: aboutSecond(pending), userId }),
  ]);
  const methods: AskedSecond["methods"] = ["recovery"];
  if (passkey !== null) methods.unshift("passkey");
  if (totps > 0) methods.unshift("totp");
  return new AppError(
    "auth/second-factor",
    {},
    { detail: { pending, username, methods, passkey } satisfies AskedSecond },
  );
}

function aboutSecond(pending: string): string {
  return `second ${pending}`;
}
