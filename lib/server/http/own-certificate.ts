import { X509Certificate } from "node:crypto";

/** What the server shows to browsers where it speaks TLS itself. */
export type OwnCertificate = {
  /** Host names and addresses that it is for. */
  names: readonly string[];
  issuer: string;
  isSelfSigned: boolean;
  expiresAtMs: number;
  /** SHA-256. */
  fingerprint: string;
};

let held: OwnCertificate | null = null;

/** Null: TLS is somebody else's business. */
export const ownCertificate = (): OwnCertificate | null => held;

/** The first of a PEM file is the server's own. */
export function setOwnCertificate(pem: Buffer): void {
  const { subjectAltName = "", subject, issuer, validTo, fingerprint256: fingerprint } = new X509Certificate(pem);
  const names = subjectAltName.split(", ").map((name) => name.replace(/^(?:DNS|IP Address):/, ""));
  held = {
    names: subjectAltName === "" ? [nameIn(subject)] : names,
    issuer: nameIn(issuer),
    isSelfSigned: subject === issuer,
    expiresAtMs: Date.parse(validTo),
    fingerprint,
  };
}

/** The name that people know it by: an authority's organisation, or what it is made out to. */
function nameIn(text: string): string {
  const fields = new Map(
    text.split("\n").map((line): [string, string] => [line.split("=")[0] ?? "", line.replace(/^[^=]*=/, "")]),
  );
  return [fields.get("O"), fields.get("CN")].filter((part) => part !== undefined).join(" ");
}
