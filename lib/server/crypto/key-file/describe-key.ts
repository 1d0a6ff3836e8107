import type { ErrorKey } from "@/lib/shared/errors";
import { parsePutty } from "./putty-key";
import { keyTypeOf } from "./public-key";
import { sshStrings } from "./ssh-wire";
import { pemBytes } from "./pem-bytes";

export type KeyDescription = {
  format: "openssh" | "putty" | "pem";
  isLocked: boolean;
  /** Null: only the open key tells. */
  publicBlob: Buffer | null;
};
type Refusal = { refused: ErrorKey };

const sshTypes = /^(?:ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521))$/;
const publicText =
  /^(?:(?:ssh|sk-ssh|ecdsa-sha2|sk-ecdsa-sha2)-\S+ |-----BEGIN (?:RSA )?PUBLIC KEY|---- BEGIN SSH2 PUBLIC KEY)/;

/** What a text says of the private key in it before it is opened, or why it is of no use here. Costs next to nothing. */
export function describeKey(text: string): KeyDescription | Refusal {
  const label = /^-----BEGIN ([A-Z ]*PRIVATE KEY)-----\r?$/m.exec(text)?.[1];
  if (label === "OPENSSH PRIVATE KEY") return describeOpenSsh(text);
  if (label !== undefined) {
    if (!/^(?:(?:RSA|EC|ENCRYPTED) )?PRIVATE KEY$/.test(label)) return { refused: "crypto/type" };
    const isLocked = label.startsWith("ENCRYPTED") || /^Proc-Type: 4,ENCRYPTED\r?$/m.test(text);
    return { format: "pem", isLocked, publicBlob: null };
  }
  const version = /^PuTTY-User-Key-File-(\d+):/.exec(text)?.[1];
  if (version !== undefined) {
    if (version !== "2" && version !== "3") return { refused: "crypto/putty" };
    const file = parsePutty(text);
    if (file === null) return { refused: "crypto/format" };
    if (!sshTypes.test(file.algorithm)) return { refused: "crypto/type" };
    return { format: "putty", isLocked: file.isLocked, publicBlob: file.publicBlob };
  }
  return { refused: publicText.test(text) ? "crypto/public" : "crypto/format" };
}

function describeOpenSsh(text: string): KeyDescription | Refusal {
  const fields = sshStrings(pemBytes(text));
  fields.skip("openssh-key-v1\0".length);
  const [cipher, kdf, options] = [fields.next(), fields.next(), fields.next()];
  fields.skip(4); // the number of keys, always one
  const publicBlob = fields.next();
  if (cipher === null || kdf === null || options === null || publicBlob === null) return { refused: "crypto/format" };
  if (!sshTypes.test(keyTypeOf(publicBlob))) return { refused: "crypto/type" };
  return { format: "openssh", isLocked: cipher.toString() !== "none", publicBlob };
}
