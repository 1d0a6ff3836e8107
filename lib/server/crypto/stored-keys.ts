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

/** When its owner’s password was last set by somebody else than an administrator. */
const withLock = { include: { user: { select: { resetAt: true } } } } as const;

type Row = Awaited<ReturnType<typeof findOwnKey>>;

/** Throws crypto/not-found, for another user's key as well. */
export async function findOwnKey(db: Db, { id, userId }: { id: string; userId: string }) {
  const row = await db.sshKey.findFirst({ where: { id, userId }, ...withLock });
  if (row === null) throw new AppError("crypto/not-found");
  return row;
}

export const listRows = (db: Db, userId: string): Promise<Row[]> =>
  db.sshKey.findMany({ where: { userId }, orderBy: { createdAt: "desc" }, ...withLock });

/** It was kept before somebody else could sign in as its owner: until an administrator has set a password it is of no use. */
export function isWithheld({ createdAt, user: { resetAt } }: Pick<Row, "createdAt" | "user">): boolean {
  return resetAt !== null && createdAt <= resetAt;
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
    is_withheld: isWithheld(row),
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

/** One that is withheld comes back with its private half, as itself. Throws crypto/full, crypto/name-taken and crypto/known. */
export async function storeKey(db: Db, { userId, name, opened, passphrase, isPassphraseKept }: NewKey) {
  const { keys } = getApp();
  const blob = Buffer.from(opened.publicBlob);
  const fingerprint = fingerprintOf(blob);
  const own = await listRows(db, userId);
  const known = own.find((row) => row.fingerprint === fingerprint);
  if (known === undefined && own.length >= maxKeys) throw new AppError("crypto/full");
  if (known !== undefined && !isWithheld(known)) throw new AppError("crypto/known");
  const id = known?.id ?? randomId();
  const hasPassphrase = passphrase !== "";
  const fields = {
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
    createdAt: new Date(),
  };
  const row = await db.sshKey
    .upsert({ where: { id }, create: { id, userId, ...fields }, update: fields, ...withLock })
    .catch(refuseTaken("crypto/name-taken"));
  return describeRow(row);
}
