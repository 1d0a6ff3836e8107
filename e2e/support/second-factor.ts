import { stepAt, totpCode } from "@/lib/server/session/factor/totp";
import { call, type Credentials, type Session } from "./api-client";
import type { Filedeck } from "./start-filedeck";

/** A code that is given is good for as long at least: it may be long until it is sent. */
const goodForMs = 15_000;

/** An authenticator app: each of its codes is used once, so that none is refused as used. */
export function authenticator(secret: string, lastStep = 0) {
  let last = lastStep;
  return {
    /** The next code that is still good; waits for it when all of now are used. */
    next: async (): Promise<string> => {
      const step = Math.max(last + 1, stepAt(Date.now() + goodForMs) - 1);
      last = step;
      const startsMs = (step - 1) * 30_000;
      if (startsMs > Date.now()) await new Promise((resolve) => setTimeout(resolve, startsMs - Date.now()));
      return totpCode(secret, step);
    },
    /** One that was given before. */
    used: () => totpCode(secret, last),
  };
}

/** Sets up an authenticator app for the session's user, as the account page does. */
export async function setUpTotp(server: Pick<Filedeck, "url">, session: Session) {
  const begun = await call<{ secret: string; setup: string }>(server, "user/second-factor/totp/begin", {
    session,
    body: {},
  });
  const app = authenticator(begun.answer.data.secret);
  const body = { setup: begun.answer.data.setup, code: await app.next() };
  const saved = await call<{ recovery_codes: string[] }>(server, "user/second-factor/totp", { session, body });
  if (saved.status !== 200) throw new Error(`not set up: ${saved.text}`);
  return { app, recoveryCodes: saved.answer.data.recovery_codes };
}

type Half = { pending: string; methods: string[]; token: string };

/** The first step of a sign-in; what it says of the second. */
export function signInHalf(server: Pick<Filedeck, "url">, { username, password }: Credentials) {
  return call<Half>(server, "user/login", { body: { username, password } });
}
