import type { PasskeyAssertion } from "@/lib/contracts/passkeys";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import {
  isCeremonyChallenge,
  makeCeremonyChallenge,
  spendCeremonyChallenge,
} from "@/lib/server/session/factor/ceremony-challenge";
import type { Db } from "@/lib/server/db/open-db";
import type { Finding } from "@/lib/server/session/still-holds";
import { relyingPartyOf } from "./relying-party";

type Asking = Pick<Ctx, "db" | "request">;
/** `userId` null: whoever's passkey it is, which must have seen its user then. */
type Use = { about: string; userId: string | null };

/** What the browser is asked for: one of the user's passkeys of this host name, or with null any that it has. Null when the user has none. */
export async function askPasskey(
  { db, request }: Asking,
  { about, userId }: Use,
): Promise<Record<string, unknown> | null> {
  const { id: rpId } = relyingPartyOf(request);
  const known = userId === null ? [] : await db.passkey.findMany({ where: { userId, rpId } });
  if (userId !== null && known.length === 0) return null;
  return {
    challenge: Buffer.from(makeCeremonyChallenge({ keys: getApp().keys, about })).toString("base64url"),
    rpId,
    timeout: 5 * 60_000,
    userVerification: userId === null ? "required" : "preferred",
    allowCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: "public-key",
      transports,
    })),
  };
}

/**
 * Whose passkey this is, when it was used for exactly this ceremony, on this server's page, and its signature fits; else null. Each answer is good once.
 */
export async function findPasskeyUser(
  { db, request }: Asking,
  { passkey, about, userId }: Use & { passkey: PasskeyAssertion },
): Promise<{ userId: string; found: Finding } | null> {
  const row = await db.passkey.findUnique({ where: { credentialId: passkey.id } });
  const party = relyingPartyOf(request);
  if (row === null || row.rpId !== party.id || (userId !== null && row.userId !== userId)) return null;
  if (passkey.id !== passkey.rawId || !isOwnHandle(passkey, row.userId)) return null;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  // The user that it names has been compared above.
  const { userHandle: _, ...response } = passkey.response;
  let challenge = "";
  const verified = await verifyAuthenticationResponse({
    response: { ...passkey, response, clientExtensionResults: {} },
    expectedChallenge: (given) => {
      challenge = given;
      return isCeremonyChallenge(given, { keys: getApp().keys, about });
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: row.credentialId,
      publicKey: Uint8Array.from(Buffer.from(row.publicKey, "base64url")),
      counter: row.counter,
    },
    requireUserVerification: userId === null,
    // What does not fit is thrown, and is no failure of ours.
  }).catch(() => null);
  if (verified?.verified !== true || !spendCeremonyChallenge(challenge)) return null;
  return (await keepCounter(db, row, verified.authenticationInfo.newCounter))
    ? { userId: row.userId, found: { passkeys: { some: { id: row.id } } } }
    : null;
}

/** Authenticators name the user that they made the passkey for; one that names somebody else lies. */
function isOwnHandle({ response: { userHandle } }: PasskeyAssertion, userId: string): boolean {
  return userHandle === undefined || Buffer.from(userHandle, "base64url").toString() === userId;
}

/** False when the same state of it was used at the same moment, as a copy would be. */
async function keepCounter(db: Db, row: { id: string; counter: number }, counter: number): Promise<boolean> {
  const { count } = await db.passkey.updateMany({
    where: { id: row.id, counter: row.counter },
    data: { counter, lastUsedAt: new Date() },
  });
  return count === 1;
}
