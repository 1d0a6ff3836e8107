import type { SshKey } from "@/lib/contracts/crypto";
import { holderOf } from "@/lib/server/http/holder-of";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { describeKey } from "./key-file/describe-key";
import { runKeyJob } from "./key-file/run-key-job";
import { storeKey } from "./stored-keys";

type Source = {
  text: string;
  passphrase: string;
  /** Null leaves the one that the file has. */
  comment: string | null;
};

/** Keeps the private key in a text, in OpenSSH's format and locked as it was. */
export async function keepKey(
  { text, passphrase: given, comment }: Source,
  { name, isPassphraseKept }: { name: string; isPassphraseKept: boolean },
  ctx: Ctx,
): Promise<SshKey> {
  const description = describeKey(text.trim());
  // One that was given for a key without a lock is none of its own.
  const passphrase = "isLocked" in description && description.isLocked ? given : "";
  const job = { open: text, passphrase, comment, lock: passphrase };
  const opened = await runKeyJob(job, holderOf(ctx), ctx.signal);
  return storeKey(ctx.db, { userId: userIdOf(ctx.actor), name, opened, passphrase, isPassphraseKept });
}
