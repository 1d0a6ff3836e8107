import { uploadConflicts } from "@/lib/contracts/upload";
import { AppError } from "@/lib/shared/errors";
import { bytesToName } from "@/lib/shared/bytes-to-name";

export const tusVersion = "1.0.0";
export const tusHeaders = { "tus-resumable": tusVersion } as const;
export const tusExtensions = "creation,creation-with-upload,creation-defer-length,termination,checksum,expiration";
export const checksumAlgorithms = ["sha256", "sha1"] as const;
export const offsetType = "application/offset+octet-stream";
export const maxMetadataLength = 32_768;

type Headers = (name: string) => string | undefined;
export type Checksum = { algorithm: (typeof checksumAlgorithms)[number]; digest: Buffer };

/** tus §Core: every request but OPTIONS names the version. */
export function assertVersion(header: Headers): void {
  if (header("tus-resumable") !== tusVersion) throw new AppError("upload/version", { version: tusVersion });
}

export function isOffsetType(header: Headers): boolean {
  return header("content-type")?.split(";")[0]?.trim().toLowerCase() === offsetType;
}

/**
 * tus §Creation: `key base64,key base64,key`. Values are bytes and become names, which need not be UTF-8; a key without a
 * value is empty. Throws request/invalid for anything else.
 */
export function parseMetadata(text: string | undefined): Record<string, string> {
  if (text === undefined || text.trim() === "") return {};
  if (text.length > maxMetadataLength) throw invalid("upload-metadata", "too long");
  const out = new Map<string, string>();
  for (const pair of text.split(",")) {
    const [key = "", value = "", ...rest] = pair.trim().split(/ +/);
    if (!/^[\x21-\x7e]+$/.test(key) || rest.length > 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value))
      throw invalid("upload-metadata", "not pairs of a key and base64");
    if (out.has(key)) throw invalid("upload-metadata", "a key twice");
    out.set(key, bytesToName(Buffer.from(value, "base64")));
  }
  return Object.fromEntries(out);
}

/** A length or offset: digits only. */
export function parseSize(text: string | undefined, name: string): number {
  const value = Number(text);
  if (text === undefined || !/^\d{1,16}$/.test(text) || !Number.isSafeInteger(value))
    throw new AppError("upload/length", { header: name });
  return value;
}

/** tus §Checksum: `algorithm base64`. */
export function parseChecksum(text: string | undefined): Checksum | null {
  if (text === undefined) return null;
  const [name, value = ""] = text.trim().split(/ +/);
  const algorithm = checksumAlgorithms.find((one) => one === name);
  if (algorithm === undefined)
    throw new AppError("upload/checksum-algorithm", { algorithms: checksumAlgorithms.join(", ") });
  return { algorithm, digest: Buffer.from(value, "base64") };
}

/** RFC 9530: `sha-256=:base64:`, of the whole file; as hex. Other algorithms beside it are not ours to check. */
export function parseReprDigest(text: string | undefined): string | null {
  const value = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(text ?? "")?.[1];
  return value === undefined ? null : Buffer.from(value, "base64").toString("hex");
}

export function formatReprDigest(hex: string): string {
  return `sha-256=:${Buffer.from(hex, "hex").toString("base64")}:`;
}

/** Upload-Conflict, our own: what happens now when the name is taken. */
export function parseConflict(text: string): (typeof uploadConflicts)[number] {
  const conflict = uploadConflicts.find((one) => one === text);
  if (conflict === undefined) throw invalid("upload-conflict", uploadConflicts.join(", "));
  return conflict;
}

const maxPieces = 16;

/** tus §Concatenation: `partial`, or `final;` with the addresses of the pieces in their order, here as their ids. */
export function parseConcat(text: string | undefined): "partial" | string[] | null {
  if (text === undefined) return null;
  if (text.trim() === "partial") return "partial";
  if (!text.startsWith("final;")) throw invalid("upload-concat", "neither partial nor final;");
  const ids = text
    .slice("final;".length)
    .trim()
    .split(/ +/)
    .map((address) => address.slice(address.lastIndexOf("/") + 1));
  const isList =
    ids.length <= maxPieces && new Set(ids).size === ids.length && ids.every((id) => /^\w{1,64}$/.test(id));
  if (!isList) throw invalid("upload-concat", `1 to ${maxPieces} addresses, none twice`);
  return ids;
}

/** `stored` names pieces by their ids. */
export function formatConcat(stored: string, locationOf: (id: string) => string): string {
  if (stored === "partial") return stored;
  return `final;${stored.split(" ").map(locationOf).join(" ")}`;
}

function invalid(field: string, problem: string): AppError {
  return new AppError("request/invalid", { field, problem });
}
