import { fromBase64, toBase64Url } from "@/components/toolbox/encode/encodings";
import { hmacOf, type HashName } from "@/components/toolbox/hash/hash-bytes";

export type JsonObject = Readonly<Record<string, unknown>>;
export type Jwt = { header: JsonObject; payload: JsonObject; signature: Uint8Array; signed: string };

const hashes: Readonly<Record<string, HashName>> = { HS256: "SHA-256", HS384: "SHA-384", HS512: "SHA-512" };
export const signingNames = Object.keys(hashes);

const encode = (text: string) => new TextEncoder().encode(text);

/** A token in its three parts (RFC 7519), as others write it: with `Bearer` before it, or broken into lines. Null for anything else. */
export function readJwt(text: string): Jwt | null {
  const parts = text
    .replace(/^\s*Bearer\s/i, "")
    .replace(/\s+/g, "")
    .split(".");
  const [head = "", body = "", end = ""] = parts;
  const [header, payload, signature] = [readPart(head), readPart(body), fromBase64(end)];
  if (parts.length !== 3 || header === null || payload === null || signature === null) return null;
  return { header, payload, signature, signed: `${head}.${body}` };
}

function readPart(part: string): JsonObject | null {
  const bytes = fromBase64(part);
  return bytes === null ? null : parseObject(new TextDecoder().decode(bytes));
}

/** Null for what is no JSON object. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null; // just asked
  } catch {
    return null;
  }
}

/** Such as `HS256`; empty when it names none. */
export function algorithmOf({ header }: Pick<Jwt, "header">): string {
  return typeof header["alg"] === "string" ? header["alg"] : "";
}

/** Null: not by a secret. */
export async function isSignedBy(token: Jwt, secret: string): Promise<boolean | null> {
  const name = hashes[algorithmOf(token)];
  if (name === undefined) return null;
  const wanted = await hmacOf(name, encode(secret), encode(token.signed));
  return wanted.length === token.signature.length && wanted.every((byte, at) => byte === token.signature[at]);
}

/** Throws for an algorithm that is not among {@link signingNames}. */
export async function signJwt(payload: JsonObject, secret: string, algorithm: string): Promise<string> {
  const name = hashes[algorithm];
  if (name === undefined) throw new RangeError(`cannot sign with ${algorithm}`);
  const part = (value: JsonObject) => toBase64Url(encode(JSON.stringify(value)));
  const signed = `${part({ alg: algorithm, typ: "JWT" })}.${part(payload)}`;
  return `${signed}.${toBase64Url(await hmacOf(name, encode(secret), encode(signed)))}`;
}

export const timeClaims = ["iat", "nbf", "exp"] as const;

/** Those that are there, in milliseconds. */
export function timesOf(payload: JsonObject): { claim: (typeof timeClaims)[number]; atMs: number }[] {
  return timeClaims.flatMap((claim) => {
    const value = payload[claim];
    const atMs = typeof value === "number" ? value * 1000 : Number.NaN;
    // What no calendar has.
    return Number.isNaN(new Date(atMs).getTime()) ? [] : [{ claim, atMs }];
  });
}

/** Null where the token does not say until when, or from when, it is good. */
export function validityOf(payload: JsonObject, nowMs: number): "expired" | "notYet" | "current" | null {
  const at = new Map(timesOf(payload).map(({ claim, atMs }) => [claim, atMs]));
  const [from, until] = [at.get("nbf"), at.get("exp")];
  if (until !== undefined && nowMs >= until) return "expired";
  if (from !== undefined && nowMs < from) return "notYet";
  return from === undefined && until === undefined ? null : "current";
}
