import { AppError } from "@/lib/shared/errors";
import type { Keys } from "@/lib/server/base/keys";
import type { Db } from "@/lib/server/db/open-db";
import { unsealText } from "@/lib/server/session/seal";
import { findOwnKey, isWithheld, sealedAs } from "./stored-keys";

type Loaded = {
  /** In OpenSSH's format, locked if the key has a passphrase. */
  privateKey: string;
  /** Null: there is none, or it is not kept. */
  passphrase: string | null;
  /** It has one that is not kept: its owner has to be asked. */
  needsPassphrase: boolean;
  /** A line for authorized_keys. */
  publicKey: string;
};

/** A user's own private key, for what works with it. Throws crypto/not-found, crypto/locked, and crypto/sealed when the key file is not the one that it was kept with. */
export async function loadPrivateKey(
  { db, keys }: { db: Db; keys: Pick<Keys, "seal"> },
  { id, userId }: { id: string; userId: string },
): Promise<Loaded> {
  const row = await findOwnKey(db, { id, userId });
  if (isWithheld(row)) throw new AppError("crypto/locked");
  const open = (sealed: string, about: string) => {
    const text = unsealText(sealed, { keys, about });
    if (text === null) throw new AppError("crypto/sealed");
    return text;
  };
  const passphrase = row.sealedPassphrase === null ? null : open(row.sealedPassphrase, sealedAs.passphrase(id));
  return {
    privateKey: open(row.sealedKey, sealedAs.key(id)),
    passphrase,
    needsPassphrase: row.hasPassphrase && passphrase === null,
    publicKey: row.publicKey,
  };
}
