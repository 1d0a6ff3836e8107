import type { SshKey } from "@/lib/contracts/crypto";

const names = { ed25519: "Ed25519", rsa: "RSA", ecdsa: "ECDSA" };

/** Such as `RSA 4096`; Ed25519 has one size only. The same in every language. */
export function typeText({ algorithm, bits }: Pick<SshKey, "algorithm"> & { bits: number | string }): string {
  return algorithm === "ed25519" ? names.ed25519 : `${names[algorithm]} ${bits}`;
}
