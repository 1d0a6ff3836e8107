import { argon2id } from "hash-wasm";
import { isProof, proofCost, proofSalt, proofText } from "@/lib/shared/proof";
import type { ProofReply, ProofRequest } from "./solve-proof";

const tellEvery = 8;

addEventListener("message", ({ data }: MessageEvent<ProofRequest>) => {
  search(data).then(
    (proof) => reply({ proof }),
    (error: unknown) => reply({ error: String(error) }),
  );
});

function reply(message: ProofReply): void {
  postMessage(message);
}

async function search({ challenge, difficulty }: ProofRequest): Promise<string> {
  for (let number = 0; ; number++) {
    const text = proofText(challenge, number);
    if (isProof(await hashOf(text), difficulty)) return text;
    if (number % tellEvery === 0) reply({ tried: number });
  }
}

/** WebAssembly: plain http:// addresses have no crypto.subtle, and nothing there is memory-hard. */
function hashOf(text: string): Promise<Uint8Array> {
  return argon2id({
    password: text,
    salt: proofSalt,
    iterations: proofCost.passes,
    parallelism: proofCost.lanes,
    memorySize: proofCost.memoryKib,
    hashLength: proofCost.hashBytes,
    outputType: "binary",
  });
}
