import { createHmac, hash, hkdfSync, timingSafeEqual } from "node:crypto";

/** Keys derived from the key file, one per purpose (RFC 5869), so that none can stand in for another. */
export type Keys = {
  cookie: string;
  ticket: Buffer;
  seal: Buffer;
  device: Buffer;
  proof: Buffer;
  factor: Buffer;
  creator: Buffer;
  /** Tells this installation from another; no secret. */ installation: string;
};

export function deriveKeys(secret: Buffer): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", secret, "filedeck", purpose, 32));
  return {
    cookie: derive("cookie").toString("base64"),
    ticket: derive("ticket"),
    seal: derive("seal"),
    device: derive("device"),
    proof: derive("proof"),
    factor: derive("factor"),
    creator: derive("creator"),
    installation: derive("installation").toString("hex").slice(0, 8),
  };
}

/** SHA-256 of a random token, hex: enough for secrets of 128 bits and more, unlike for passwords. */
export function hashToken(token: string): string {
  return hash("sha256", token, "hex");
}

export function sign(key: Buffer, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** Comparison in constant time; texts of different length differ. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
