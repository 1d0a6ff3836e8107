// The thread of run-key-job.ts: one job, one reply.
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { AppError, isAppError, type ErrorKey } from "@/lib/shared/errors";
import type { NewKeyType } from "@/lib/shared/ssh-keys";
import { encodeOpenSsh, keyPartsOf, type KeyParts } from "./encode-openssh";
import { openKey } from "./open-key";

export type KeyJob =
  | { make: NewKeyType; comment: string; lock: string }
  /** `lock`: the passphrase that it gets; `comment`: null leaves its own. */
  | { open: string; passphrase: string; comment: string | null; lock: string };

export type OpenedKey = Pick<KeyParts, "algorithm" | "bits"> & {
  comment: string;
  publicBlob: Uint8Array;
  /** In OpenSSH's format. */
  privateKey: string;
};
export type KeyReply = { opened: OpenedKey } | { refused: ErrorKey };

/** What OpenSSH takes at least. */
const minRsaBits = 1024;

async function run(job: KeyJob): Promise<OpenedKey> {
  const { key, comment } =
    "make" in job ? { key: makeKey(job.make), comment: "" } : await openKey(job.open, job.passphrase);
  const parts = keyPartsOf(key);
  if (parts === null || (parts.algorithm === "rsa" && parts.bits < minRsaBits)) throw new AppError("crypto/type");
  const given = job.comment ?? comment;
  const { algorithm, bits, publicBlob } = parts;
  return { algorithm, bits, comment: given, publicBlob, privateKey: encodeOpenSsh(parts, given, job.lock) };
}

function makeKey(type: NewKeyType): KeyObject {
  const [algorithm, size] = type.split("-");
  if (algorithm === "rsa") return generateKeyPairSync("rsa", { modulusLength: Number(size) }).privateKey;
  if (algorithm === "ecdsa") return generateKeyPairSync("ec", { namedCurve: `P-${size}` }).privateKey;
  return generateKeyPairSync("ed25519").privateKey;
}

async function reply(): Promise<KeyReply> {
  try {
    return { opened: await run(workerData as KeyJob) }; // given by run-key-job.ts
  } catch (error) {
    if (isAppError(error)) return { refused: error.key };
    throw error;
  }
}

void reply().then((answer) => parentPort?.postMessage(answer)); // what it throws ends the thread, and is told so
