import ipaddr from "ipaddr.js";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from "./x509";

const dayMs = 86_400_000;
/** For clocks that are behind. */
const backdatedMs = 5 * 60_000;
const serverAuthentication = "1.3.6.1.5.5.7.3.1";
const clientAuthentication = "1.3.6.1.5.5.7.3.2";
export const daysRange = { least: 1, most: 36_500 };

const ecdsa = (namedCurve: string, hash: string) => ({ name: "ECDSA", namedCurve, hash });
const rsa = (modulusLength: number) => ({
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  publicExponent: Uint8Array.of(1, 0, 1),
  modulusLength,
});
const algorithms = {
  "ECDSA P-256": ecdsa("P-256", "SHA-256"),
  "ECDSA P-384": ecdsa("P-384", "SHA-384"),
  "RSA 2048": rsa(2048),
  "RSA 4096": rsa(4096),
};
export type KeyType = keyof typeof algorithms;
export const keyTypes = Object.keys(algorithms) as KeyType[]; // keys of the literal above

export type CertificateWish = { commonName: string; altNames: readonly string[]; days: number; keyType: KeyType };

/** What a name in a certificate is; null for what is none. */
export function kindOfName(name: string): "dns" | "ip" | null {
  if (ipaddr.isValid(name) && (name.includes(":") || ipaddr.IPv4.isValidFourPartDecimal(name))) return "ip";
  const isDns = /^(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(
    name,
  );
  return isDns && name.length <= 253 ? "dns" : null;
}

/** A self-signed certificate for a server, or a client, and its key, both as PEM. Needs Web Crypto, which pages over plain HTTP lack. */
export async function makeCertificate({ commonName, altNames, days, keyType }: CertificateWish) {
  const algorithm = algorithms[keyType];
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const names = altNames.length > 0 ? altNames : [commonName];
  const known = names.flatMap((value) => {
    const type = kindOfName(value);
    return type === null ? [] : [{ type, value }];
  });
  const nowMs = Date.now();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: makeSerial(),
    // In this form nothing in the name is read as anything else.
    name: [{ CN: [commonName] }],
    notBefore: new Date(nowMs - backdatedMs),
    notAfter: new Date(nowMs + days * dayMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new ExtendedKeyUsageExtension([serverAuthentication, clientAuthentication]),
      ...(known.length === 0 ? [] : [new SubjectAlternativeNameExtension(known)]),
    ],
  });
  const key = await crypto.subtle.exportKey("pkcs8", keys.privateKey);
  return {
    certificate: `${certificate.toString("pem")}\n`,
    privateKey: `${PemConverter.encode(key, "PRIVATE KEY")}\n`,
  };
}

/** Sixteen bytes, hex, positive. */
function makeSerial(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
