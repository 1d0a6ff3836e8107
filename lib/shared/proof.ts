/**
 * The proof of work that lets a browser try once more where it would have to wait (docs/decisions/0014-lock-outs.md): a
 * number for which the Argon2id hash of `<challenge>.<number>` begins below 2³² / difficulty. Memory-hard, so that graphics
 * cards gain little over the phone of whoever forgot a password.
 */
export const proofCost = { memoryKib: 2_048, passes: 1, lanes: 1, hashBytes: 32 } as const;

/** The salt of all proofs: what makes each one its own is the challenge. */
export const proofSalt = "filedeck sign-in";

/** The text that is hashed, and what goes back to the server as the proof. */
export function proofText(challenge: string, number: number): string {
  return `${challenge}.${number}`;
}

/** Whether the hash is rare enough: one in `difficulty` is. */
export function isProof(hash: Uint8Array, difficulty: number): boolean {
  const first = new DataView(hash.buffer, hash.byteOffset, hash.byteLength).getUint32(0);
  return first < 2 ** 32 / difficulty;
}
