import { createDecipheriv, createHash, createHmac, timingSafeEqual } from "node:crypto";
import { argon2d, argon2i, argon2id } from "hash-wasm";
import { AppError } from "@/lib/shared/errors";
import { puttyKeyObject } from "./putty-numbers";
import { sshString } from "./ssh-wire";

/** A file of PuTTY's, version 2 or 3, as it is written (PuTTY's manual, appendix C). */
export type PuttyFile = {
  version: "2" | "3";
  algorithm: string;
  isLocked: boolean;
  comment: string;
  publicBlob: Buffer;
  privateBlob: Buffer;
  field: (name: string) => string;
};

const derivations = { Argon2d: argon2d, Argon2i: argon2i, Argon2id: argon2id } as const;
const [keyBytes, ivBytes, macKeyBytes] = [32, 16, 32];
/** PuTTYgen writes 8 MiB; the thread that opens a key ends what takes too long, but not what takes too much memory. */
const maxMemoryKib = 256 * 1024;

/** Null for what is no such file, of no known version, or cut. */
export function parsePutty(text: string): PuttyFile | null {
  const lines = text.trim().split(/\r\n|\n|\r/);
  const [, version, algorithm] = /^PuTTY-User-Key-File-([23]): (\S+)$/.exec(lines[0] ?? "") ?? [];
  if ((version !== "2" && version !== "3") || algorithm === undefined) return null;
  const fields = new Map<string, string>();
  const blobs = new Map<string, Buffer>();
  for (let at = 1; at < lines.length; at++) {
    const [, name = "", value = ""] = /^([A-Za-z0-9-]+): ?(.*)$/.exec(lines[at] ?? "") ?? [];
    fields.set(name, value);
    if (name !== "Public-Lines" && name !== "Private-Lines") continue;
    const count = Number(value);
    if (!Number.isInteger(count) || count < 0 || at + count >= lines.length) return null;
    blobs.set(name, Buffer.from(lines.slice(at + 1, at + 1 + count).join(""), "base64"));
    at += count;
  }
  const [publicBlob, privateBlob] = [blobs.get("Public-Lines"), blobs.get("Private-Lines")];
  const encryption = fields.get("Encryption");
  if (publicBlob === undefined || privateBlob === undefined || !fields.has("Private-MAC")) return null;
  if (encryption !== "none" && encryption !== "aes256-cbc") return null;
  const isLocked = encryption !== "none";
  const field = (name: string) => fields.get(name) ?? "";
  return { version, algorithm, isLocked, comment: field("Comment"), publicBlob, privateBlob, field };
}

/** The key in it. Throws crypto/slow for one that asks for too much memory, and anything where it is damaged or the passphrase is wrong. */
export async function openPutty(file: PuttyFile, passphrase: string) {
  const { version, algorithm, isLocked, publicBlob } = file;
  const secrets = await (version === "3" ? deriveByArgon(file, passphrase) : deriveBySha1(file, passphrase));
  const privateBlob = isLocked ? decrypt(file.privateBlob, secrets) : file.privateBlob;
  const parts = [algorithm, file.field("Encryption"), Buffer.from(file.comment), publicBlob, privateBlob];
  const mac = createHmac(version === "3" ? "sha256" : "sha1", secrets.macKey)
    .update(Buffer.concat(parts.map(sshString)))
    .digest();
  const written = Buffer.from(file.field("Private-MAC"), "hex");
  if (written.length !== mac.length || !timingSafeEqual(written, mac)) throw new Error("the MAC does not fit");
  return puttyKeyObject({ algorithm, publicBlob, privateBlob });
}

type Secrets = { key: Buffer; iv: Buffer; macKey: Buffer };

async function deriveByArgon({ isLocked, field }: PuttyFile, passphrase: string): Promise<Secrets> {
  if (!isLocked) return { key: Buffer.alloc(0), iv: Buffer.alloc(0), macKey: Buffer.alloc(0) };
  const name = field("Key-Derivation");
  if (name !== "Argon2d" && name !== "Argon2i" && name !== "Argon2id") throw new Error(`no derivation ${name}`);
  const memorySize = Number(field("Argon2-Memory"));
  if (memorySize > maxMemoryKib) throw new AppError("crypto/slow");
  const bytes = Buffer.from(
    await derivations[name]({
      password: Buffer.from(passphrase),
      salt: Buffer.from(field("Argon2-Salt"), "hex"),
      memorySize,
      iterations: Number(field("Argon2-Passes")),
      parallelism: Number(field("Argon2-Parallelism")),
      hashLength: keyBytes + ivBytes + macKeyBytes,
      outputType: "binary",
    }),
  );
  const macAt = keyBytes + ivBytes;
  return { key: bytes.subarray(0, keyBytes), iv: bytes.subarray(keyBytes, macAt), macKey: bytes.subarray(macAt) };
}

function deriveBySha1({ isLocked }: PuttyFile, passphrase: string): Promise<Secrets> {
  const sha1 = (...parts: (string | Uint8Array)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash("sha1")).digest();
  const key = Buffer.concat([0, 1].map((number) => sha1(Buffer.of(0, 0, 0, number), passphrase))).subarray(0, keyBytes);
  const macKey = sha1("putty-private-key-file-mac-key", isLocked ? passphrase : "");
  return Promise.resolve({ key, iv: Buffer.alloc(ivBytes), macKey });
}

function decrypt(bytes: Buffer, { key, iv }: Secrets): Buffer {
  const decipher = createDecipheriv("aes-256-cbc", key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}
