import type { SshKey } from "@/lib/contracts/crypto";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import type { Db } from "@/lib/server/db/open-db";
import { refuseTaken } from "@/lib/server/db/refuse-taken";
import { getApp } from "@/lib/server/runtime/app";
import { sealText } from "@/lib/server/session/seal";
import type { OpenedKey } from "./key-file/key-worker";
import { fingerprintOf, publicLineOf } from "./key-file/public-key";

const maxKeys = 200;

export const sealedAs = {
  key: (id: string) => `ssh key ${id}`,
  passphrase: (id: string) => `passphrase of ssh key ${id}`,
};

type Row = Awaited<ReturnType<typeof findOwnKey>>;

/** Throws crypto/not-found, for another user's key as well. */
export async function findOwnKey(db: Db, { id, userId }: { id: string; userId: string }) {
  const row = await db.sshKey.findFirst({ where: { id, userId } });
  if (row === null) throw new AppError("crypto/not-found");
  return row;
}

export function describeRow(row: Row): SshKey {
  return {
    id: row.id,
    name: row.name,
    algorithm: row.algorithm as SshKey["algorithm"], // as storeKey wrote it
    bits: row.bits,
    comment: row.comment,
    public_key: row.publicKey,
    fingerprint: row.fingerprint,
    has_passphrase: row.hasPassphrase,
    is_passphrase_kept: row.sealedPassphrase !== null,
    created_at: row.createdAt.getTime(),
  };
}

type NewKey = {
  userId: string;
  name: string;
  opened: OpenedKey;
  /** Empty: it has none. */
  passphrase: string;
  isPassphraseKept: boolean;
};

/** Throws crypto/full, crypto/name-taken and crypto/known. */
export async function storeKey(db: Db, { userId, name, opened, passphrase, isPassphraseKept }: NewKey) {
  const { keys } = getApp();
  const id = randomId();
  const blob = Buffer.from(opened.publicBlob);
  const fingerprint = fingerprintOf(blob);
  const own = await db.sshKey.findMany({ where: { userId }, select: { fingerprint: true } });
  if (own.length >= maxKeys) throw new AppError("crypto/full");
  if (own.some((known) => known.fingerprint === fingerprint)) throw new AppError("crypto/known");
  const hasPassphrase = passphrase !== "";
  const row = await db.sshKey
    .create({
      data: {
        id,
        userId,
        name,
        algorithm: opened.algorithm,
        bits: opened.bits,
        comment: opened.comment,
        publicKey: publicLineOf(blob, opened.comment),
        fingerprint,
        sealedKey: sealText(opened.privateKey, { keys, about: sealedAs.key(id) }),
        sealedPassphrase:
          hasPassphrase && isPassphraseKept ? sealText(passphrase, { keys, about: sealedAs.passphrase(id) }) : null,
        hasPassphrase,
      },
    })
    .catch(refuseTaken("crypto/name-taken"));
  return describeRow(row);
}
