import { createCipheriv, randomBytes, type KeyObject } from "node:crypto";
import { pbkdf } from "bcrypt-pbkdf";
import { sshNumber, sshString } from "./ssh-wire";

const [saltBytes, keyBytes, ivBytes] = [16, 32, 16];
/** What ssh-keygen has long taken: each is 30 ms of JavaScript, here and wherever ssh2 opens the key. */
const rounds = 16;
const lineLength = 70;
const curves: Readonly<Record<string, { name: string; bits: number }>> = {
  "P-256": { name: "nistp256", bits: 256 },
  "P-384": { name: "nistp384", bits: 384 },
  "P-521": { name: "nistp521", bits: 521 },
};

export type KeyParts = {
  algorithm: "ed25519" | "rsa" | "ecdsa";
  bits: number;
  /** As it stands in authorized_keys, before it is base64. */
  publicBlob: Buffer;
  privateFields: Buffer;
};

/** A private key's numbers as OpenSSH writes them (its PROTOCOL.key, RFC 4253 §6.6, RFC 5656 §3.1); null for other kinds of keys. */
export function keyPartsOf(key: KeyObject): KeyParts | null {
  const type = key.asymmetricKeyType;
  if (type !== "rsa" && type !== "ec" && type !== "ed25519") return null;
  const fields = key.export({ format: "jwk" });
  const bytes = (field: "n" | "e" | "d" | "p" | "q" | "qi" | "x" | "y") =>
    Buffer.from(fields[field] ?? "", "base64url");
  const number = (field: Parameters<typeof bytes>[0]) => sshNumber(bytes(field));
  if (type === "rsa") {
    const name = sshString("ssh-rsa");
    return {
      algorithm: "rsa",
      bits: key.asymmetricKeyDetails?.modulusLength ?? 0,
      publicBlob: Buffer.concat([name, number("e"), number("n")]),
      privateFields: Buffer.concat([name, ...(["n", "e", "d", "qi", "p", "q"] as const).map(number)]),
    };
  }
  if (type === "ed25519") {
    const publicBlob = Buffer.concat([sshString("ssh-ed25519"), sshString(bytes("x"))]);
    const privateFields = Buffer.concat([publicBlob, sshString(Buffer.concat([bytes("d"), bytes("x")]))]);
    return { algorithm: "ed25519", bits: 256, publicBlob, privateFields };
  }
  const curve = curves[fields.crv ?? ""];
  if (curve === undefined) return null;
  const point = Buffer.concat([Buffer.of(4), bytes("x"), bytes("y")]);
  const publicBlob = Buffer.concat([`ecdsa-sha2-${curve.name}`, curve.name, point].map(sshString));
  return {
    algorithm: "ecdsa",
    bits: curve.bits,
    publicBlob,
    privateFields: Buffer.concat([publicBlob, number("d")]),
  };
}

/** OpenSSH's own format for private keys; with a passphrase aes256-ctr behind bcrypt, which takes the better part of a second. */
export function encodeOpenSsh({ publicBlob, privateFields }: KeyParts, comment: string, passphrase: string): string {
  const lock = passphrase === "" ? null : makeLock(passphrase);
  const check = randomBytes(4);
  const content = Buffer.concat([check, check, privateFields, sshString(comment)]);
  const blockBytes = lock === null ? 8 : 16;
  const padding = Buffer.from(Array.from({ length: -content.length & (blockBytes - 1) }, (_, index) => index + 1));
  const padded = Buffer.concat([content, padding]);
  const all = Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    sshString(lock === null ? "none" : "aes256-ctr"),
    sshString(lock === null ? "none" : "bcrypt"),
    sshString(lock?.options ?? ""),
    Buffer.of(0, 0, 0, 1),
    sshString(publicBlob),
    sshString(lock?.seal(padded) ?? padded),
  ]);
  const lines = all.toString("base64").match(new RegExp(`.{1,${lineLength}}`, "g")) ?? [];
  return ["-----BEGIN OPENSSH PRIVATE KEY-----", ...lines, "-----END OPENSSH PRIVATE KEY-----", ""].join("\n");
}

function makeLock(passphrase: string) {
  const [secret, salt, made] = [Buffer.from(passphrase), randomBytes(saltBytes), Buffer.alloc(keyBytes + ivBytes)];
  if (pbkdf(secret, secret.length, salt, salt.length, made, made.length, rounds) !== 0)
    throw new Error("bcrypt failed");
  const count = Buffer.alloc(4);
  count.writeUInt32BE(rounds);
  const cipher = createCipheriv("aes-256-ctr", made.subarray(0, keyBytes), made.subarray(keyBytes));
  return { options: Buffer.concat([sshString(salt), count]), seal: (text: Buffer) => cipher.update(text) };
}
