import { createSHA1, createSHA256 } from "hash-wasm";
import { BasicConstraintsExtension, PemConverter, SubjectAlternativeNameExtension, X509Certificate } from "./x509";

export type Certificate = {
  subject: string;
  issuer: string;
  isSelfSigned: boolean;
  names: string[];
  fromMs: number;
  untilMs: number;
  /** Such as `RSA 2048` and `ECDSA P-256`. */
  key: string;
  /** Such as `ECDSA SHA-256`. */
  signature: string;
  serial: string;
  isAuthority: boolean;
  fingerprints: { "SHA-256": string; "SHA-1": string };
};

/** More than any chain has. */
const maxCertificates = 20;

/** All certificates in a file, PEM or DER; null when there is none, or one that cannot be read. */
export async function readCertificates(bytes: Uint8Array<ArrayBuffer>): Promise<Certificate[] | null> {
  const text = new TextDecoder().decode(bytes);
  try {
    const all = text.includes("-----BEGIN")
      ? PemConverter.decodeWithHeaders(text)
          .filter(({ type }) => /^(?:X509 |TRUSTED )?CERTIFICATE$/.test(type))
          .map(({ rawData }) => rawData)
      : [bytes.buffer];
    if (all.length === 0) return null;
    return await Promise.all(all.slice(0, maxCertificates).map((der) => describe(new X509Certificate(der))));
  } catch {
    return null;
  }
}

async function describe(certificate: X509Certificate): Promise<Certificate> {
  const raw = new Uint8Array(certificate.rawData);
  const names = certificate.getExtension(SubjectAlternativeNameExtension)?.names.items ?? [];
  return {
    subject: certificate.subject,
    issuer: certificate.issuer,
    isSelfSigned: certificate.subject === certificate.issuer,
    names: names.map(({ value }) => value),
    fromMs: certificate.notBefore.getTime(),
    untilMs: certificate.notAfter.getTime(),
    key: describeAlgorithm(certificate.publicKey.algorithm),
    signature: describeAlgorithm(certificate.signatureAlgorithm),
    serial: withColons(certificate.serialNumber),
    isAuthority: certificate.getExtension(BasicConstraintsExtension)?.ca ?? false,
    fingerprints: {
      "SHA-256": withColons((await createSHA256()).update(raw).digest("hex")),
      "SHA-1": withColons((await createSHA1()).update(raw).digest("hex")),
    },
  };
}

/** Of an algorithm in the words of Web Crypto what people look for. */
function describeAlgorithm(algorithm: Algorithm): string {
  const { name } = algorithm;
  const words = [name.startsWith("RSA") ? "RSA" : name];
  if ("namedCurve" in algorithm && algorithm.namedCurve !== name) words.push(String(algorithm.namedCurve));
  if ("modulusLength" in algorithm) words.push(String(algorithm.modulusLength));
  const { hash } = algorithm as { hash?: { name?: string } }; // where there is one it is an object with a name
  if (hash?.name !== undefined && !("modulusLength" in algorithm)) words.push(hash.name);
  return words.join(" ");
}

function withColons(hex: string): string {
  return (hex.match(/../g) ?? []).join(":").toUpperCase();
}
