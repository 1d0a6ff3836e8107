import { withoutTrailing } from "@/lib/shared/without-trailing";
import { hash } from "node:crypto";
import type { ServerHostKeyAlgorithm } from "ssh2";

/** What a host shows of itself: the type, and the fingerprint as OpenSSH writes it. */
export type HostKey = { type: string; fingerprint: string };

/** Of a public key as it comes over the wire (RFC 4253 §6.6): a length, the type, and what depends on that. */
export function describeHostKey(blob: Buffer): HostKey {
  const length = blob.length < 4 ? 0 : blob.readUInt32BE(0);
  const type = blob.subarray(4, 4 + Math.min(length, 64)).toString("latin1");
  return { type, fingerprint: `SHA256:${withoutTrailing(hash("sha256", blob, "base64"), "=")}` };
}

const all = [
  "ssh-ed25519",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "rsa-sha2-512",
  "rsa-sha2-256",
] as const;

/** What a host may show, with the type that is known of it first: one with several keys is then known by the same one again. */
export function hostKeyAlgorithms(knownType: string | null, old: readonly ServerHostKeyAlgorithm[]) {
  const isKnown = (name: string) => name === knownType || (knownType === "ssh-rsa" && name.startsWith("rsa-"));
  const names = [...all, ...old];
  return [...names.filter(isKnown), ...names.filter((name) => !isKnown(name))];
}
