import { withoutTrailing } from "@/lib/shared/without-trailing";
import { hash } from "node:crypto";
import { sshStrings } from "./ssh-wire";

/** What ssh-keygen -l says of a public key. */
export function fingerprintOf(blob: Uint8Array): string {
  return `SHA256:${withoutTrailing(hash("sha256", blob, "base64"), "=")}`;
}

/** The line for authorized_keys. */
export function publicLineOf(blob: Buffer, comment: string): string {
  return `${keyTypeOf(blob)} ${blob.toString("base64")}${comment === "" ? "" : ` ${comment}`}`;
}

/** Such as `ssh-ed25519`. */
export function keyTypeOf(blob: Buffer): string {
  return sshStrings(blob).next()?.toString("latin1") ?? "";
}
