import { hashRawSync } from "@node-rs/argon2";
import { isProof, proofCost, proofSalt, proofText } from "@/lib/shared/proof";

/** For tests: what a browser's worker does. */
export function solveChallenge({ challenge, difficulty }: { challenge: string; difficulty: number }): string {
  const { memoryKib, passes, lanes, hashBytes } = proofCost;
  const cost = { memoryCost: memoryKib, timeCost: passes, parallelism: lanes, outputLen: hashBytes };
  for (let number = 0; ; number++) {
    const text = proofText(challenge, number);
    if (isProof(hashRawSync(text, { ...cost, salt: Buffer.from(proofSalt) }), difficulty)) return text;
  }
}
