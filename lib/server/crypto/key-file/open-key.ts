import { createPrivateKey, type KeyObject } from "node:crypto";
import { utils } from "ssh2";
import { AppError, isAppError } from "@/lib/shared/errors";
import { describeKey } from "./describe-key";
import { isCheapToOpen } from "./kdf-cost";
import { pemBytes } from "./pem-bytes";
import { openPutty, parsePutty } from "./putty-key";

/** The private key in a text, and what it calls itself. May take seconds, see run-key-job.ts. Throws crypto/*. */
export async function openKey(text: string, passphrase: string): Promise<{ key: KeyObject; comment: string }> {
  const trimmed = text.trim();
  const description = describeKey(trimmed);
  if ("refused" in description) throw new AppError(description.refused);
  const { format, isLocked } = description;
  if (isLocked && passphrase === "") throw new AppError("crypto/passphrase");
  // Whatever is wrong with a locked key shows as nonsense behind the lock.
  const failure = (cause: unknown) =>
    new AppError(isLocked ? "crypto/passphrase-wrong" : "crypto/format", {}, { cause });
  if (format === "pem") return { key: openPem(trimmed, passphrase, failure), comment: "" };
  const putty = format === "putty" ? parsePutty(trimmed) : null;
  if (putty !== null) {
    const key = await openPutty(putty, passphrase).catch((error: unknown) => {
      throw isAppError(error) ? error : failure(error);
    });
    return { key, comment: putty.comment };
  }
  const parsed = utils.parseKey(trimmed, isLocked ? passphrase : undefined);
  if (parsed instanceof Error) throw failure(parsed);
  return { key: openPem(parsed.getPrivatePEM(), "", failure), comment: parsed.comment };
}

function openPem(text: string, passphrase: string, failure: (cause: unknown) => AppError): KeyObject {
  const pem = text.slice(text.indexOf("-----BEGIN"));
  if (pem.startsWith("-----BEGIN ENCRYPTED ")) {
    if (!isCheapToOpen(pemBytes(pem))) throw new AppError("crypto/slow");
  }
  try {
    return createPrivateKey({ key: pem, passphrase });
  } catch (error) {
    throw failure(error);
  }
}
