import { AppError, isAppError, type ErrorKey } from "@/lib/shared/errors";
import { runKeyJob } from "@/lib/server/crypto/key-file/run-key-job";
import { loadPrivateKey } from "@/lib/server/crypto/load-private-key";
import type { Db } from "@/lib/server/db/open-db";
import { getApp } from "@/lib/server/runtime/app";
import { notConnected, type HostRow } from "./hosts";
import type { Person } from "./person";

const maxAsks = 3;
const wrong: ReadonlySet<string> = new Set<ErrorKey>(["crypto/passphrase", "crypto/passphrase-wrong"]);

type Asking = { db: Db; person: Person | null; signal: AbortSignal };

/**
 * The key that a host's owner chose for it, unlocked: whoever connects is asked for its passphrase unless that is kept. In a thread, for it takes half
 * a second of processor and more. Throws ssh/no-key, crypto/locked, ssh/sign-in, ssh/not-connected, request/cancelled.
 */
export async function unlockKey(host: HostRow, { db, person, signal }: Asking): Promise<string> {
  const { keyId, userId, name } = host;
  if (keyId === null) throw new AppError("ssh/no-key", { host: name });
  const loaded = await loadPrivateKey({ db, keys: getApp().keys }, { id: keyId, userId }).catch((error: unknown) => {
    if (isAppError(error) && error.key === "crypto/locked") throw error;
    throw new AppError("ssh/no-key", { host: name }, { cause: error });
  });
  const { privateKey: open, passphrase: kept, needsPassphrase } = loaded;
  if (!needsPassphrase && kept === null) return open;
  const unlock = async (passphrase: string) =>
    (await runKeyJob({ open, passphrase, comment: null, lock: "" }, userId, signal)).privateKey;
  if (kept !== null) return unlock(kept);
  for (let asked = 0; asked < maxAsks; asked++) {
    try {
      return await unlock(await askPassphrase(host, person, asked > 0));
    } catch (error) {
      if (!isAppError(error) || !wrong.has(error.key)) throw error;
    }
  }
  throw new AppError("ssh/sign-in", { host: name });
}

async function askPassphrase(host: HostRow, person: Person | null, isAgain: boolean): Promise<string> {
  if (person === null) throw notConnected(host);
  const given = await person.answer({
    host: host.name,
    title: "",
    text: "",
    questions: [{ label: "", is_hidden: true }],
    what: "passphrase",
    is_again: isAgain,
    can_keep: false,
  });
  if (given === null) throw new AppError("request/cancelled");
  return given.answers[0] ?? "";
}
