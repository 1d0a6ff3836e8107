import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Keys } from "@/lib/server/base/keys";

const [ivBytes, tagBytes] = [12, 16];
/** `about`: what the text belongs to; sealed for one thing, it does not open as another's. */
type Sealing = { keys: Pick<Keys, "seal">; about: string };

/** Encrypts a text for the database (AES-256-GCM): who reads a stolen copy without the key file learns its length. */
export function sealText(text: string, { keys, about }: Sealing): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", keys.seal, iv).setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Null when it was sealed with another key, for something else, or is damaged. */
export function unsealText(sealed: string, { keys, about }: Sealing): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
  if (tag.length < tagBytes) return null;
  try {
    const cipher = createDecipheriv("aes-256-gcm", keys.seal, iv, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(about)).setAuthTag(tag);
    return Buffer.concat([cipher.update(bytes.subarray(ivBytes + tagBytes)), cipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
