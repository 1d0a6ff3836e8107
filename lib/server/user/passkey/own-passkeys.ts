import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import { brandSetting } from "@/lib/server/appearance/appearance-settings";
import { refuseTaken } from "@/lib/server/db/refuse-taken";
import { getApp } from "@/lib/server/runtime/app";
import { userIdOf } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import {
  isCeremonyChallenge,
  makeCeremonyChallenge,
  spendCeremonyChallenge,
} from "@/lib/server/session/factor/ceremony-challenge";
import { addFactor, takeFactor } from "@/lib/server/user/factor/change-factors";
import { relyingPartyOf } from "./relying-party";

const maxPasskeys = 25;

/** Every passkey signs in alone as well: so it is kept by the authenticator, and sees its user (PIN, finger, face). */
const selection = { residentKey: "required", userVerification: "required" } as const;

export const beginPasskey: Service<typeof userContract.beginPasskey> = async (_, { db, actor, request }) => {
  const userId = userIdOf(actor);
  const { id: rpID } = relyingPartyOf(request);
  const known = await db.passkey.findMany({ where: { userId, rpId: rpID } });
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const options = await generateRegistrationOptions({
    rpName: brandSetting.get().name,
    rpID,
    userID: Uint8Array.from(Buffer.from(userId)),
    userName: actor.username,
    userDisplayName: actor.username,
    challenge: makeCeremonyChallenge({ keys: getApp().keys, about: aboutAdding(userId) }),
    timeout: 5 * 60_000,
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: selection,
  });
  return { options: { ...options } };
};

/** Throws user/passkey when it was not made for this user on this page just now, user/passkey-known, request/busy beyond 25. */
export const savePasskey: Service<typeof userContract.savePasskey> = async ({ name, passkey }, ctx) => {
  const userId = userIdOf(ctx.actor);
  const party = relyingPartyOf(ctx.request);
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  let challenge = "";
  const { transports, ...response } = passkey.response;
  const verified = await verifyRegistrationResponse({
    response: { ...passkey, response, clientExtensionResults: {} },
    expectedChallenge: (given) => {
      challenge = given;
      return isCeremonyChallenge(given, { keys: getApp().keys, about: aboutAdding(userId) });
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // What does not fit is thrown.
  }).catch((error: unknown) => {
    throw new AppError("user/passkey", {}, { cause: error });
  });
  if (!verified.verified || !spendCeremonyChallenge(challenge)) throw new AppError("user/passkey");
  const { credential } = verified.registrationInfo;
  const id = randomId();
  const data = {
    id,
    userId,
    name,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    rpId: party.id,
    counter: credential.counter,
    transports: transports ?? [],
  };
  const codes = await addFactor(ctx, ({ user }) => {
    if (user._count.passkeys >= maxPasskeys) throw new AppError("request/busy");
    return ctx.db.passkey.create({ data });
  }).catch(refuseTaken("user/passkey-known"));
  return { id, recovery_codes: codes };
};

export const renamePasskey: Service<typeof userContract.renamePasskey> = async ({ id, name }, ctx) => {
  const row = await ctx.db.passkey.findFirst({ where: { id, userId: userIdOf(ctx.actor) } });
  if (row === null) throw new AppError("user/passkey-gone");
  ctx.about(`${row.name} → ${name}`);
  await ctx.db.passkey.update({ where: { id }, data: { name } });
  return {};
};

export const removePasskey: Service<typeof userContract.removePasskey> = async ({ id }, ctx) => {
  const row = await ctx.db.passkey.findFirst({ where: { id, userId: userIdOf(ctx.actor) } });
  if (row === null) return {};
  ctx.about(row.name);
  await takeFactor(ctx, ctx.db.passkey.deleteMany({ where: { id } }));
  return {};
};

function aboutAdding(userId: string): string {
  return `add ${userId}`;
}
