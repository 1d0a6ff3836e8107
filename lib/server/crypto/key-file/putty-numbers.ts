import { createPrivateKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { keyPartsOf } from "./encode-openssh";
import { sshStrings } from "./ssh-wire";

type Blobs = { algorithm: string; publicBlob: Buffer; privateBlob: Buffer };

const seedBytes = 32;
const curves: Readonly<Record<string, { crv: string; bytes: number }>> = {
  "ecdsa-sha2-nistp256": { crv: "P-256", bytes: 32 },
  "ecdsa-sha2-nistp384": { crv: "P-384", bytes: 48 },
  "ecdsa-sha2-nistp521": { crv: "P-521", bytes: 66 },
};

/** The key that PuTTY's numbers make. Throws where they are none, or where the private half is not that of the public one. */
export function puttyKeyObject(blobs: Blobs): KeyObject {
  const key = createPrivateKey({ key: jwkOf(blobs), format: "jwk" });
  if (keyPartsOf(key)?.publicBlob.equals(blobs.publicBlob) !== true) throw new Error("two halves of different keys");
  return key;
}

function jwkOf({ algorithm, publicBlob, privateBlob }: Blobs): JsonWebKey {
  const [open, secret] = [sshStrings(publicBlob), sshStrings(privateBlob)];
  const take = ({ next }: typeof open) => {
    const bytes = next();
    if (bytes === null) throw new Error("cut short");
    return bytes;
  };
  take(open); // its type
  if (algorithm === "ssh-rsa") {
    const [e, n] = [take(open), take(open)];
    const [d, p, q, qi] = [take(secret), take(secret), take(secret), take(secret)];
    return { kty: "RSA", ...written({ e, n, d, p, q, qi, dp: remainder(d, p), dq: remainder(d, q) }) };
  }
  if (algorithm === "ssh-ed25519") {
    const x = take(open);
    // Written as a number whose last bytes, where they are zero, are left out.
    const d = Buffer.concat([take(secret), Buffer.alloc(seedBytes)]).subarray(0, seedBytes);
    return { kty: "OKP", crv: "Ed25519", x: x.toString("base64url"), d: d.toString("base64url") };
  }
  const curve = curves[algorithm];
  if (curve === undefined) throw new Error(`no keys of ${algorithm}`);
  take(open); // the curve
  const point = take(open).subarray(1);
  const [x, y] = [point.subarray(0, curve.bytes), point.subarray(curve.bytes)];
  const d = Buffer.concat([Buffer.alloc(curve.bytes), take(secret)]).subarray(-curve.bytes);
  return {
    kty: "EC",
    crv: curve.crv,
    x: x.toString("base64url"),
    y: y.toString("base64url"),
    d: d.toString("base64url"),
  };
}

/** Numbers as JSON Web Keys have them: without zeros before them (RFC 7518 §6.3). */
function written<Name extends string>(numbers: Record<Name, Buffer>): Record<string, string> {
  return Object.fromEntries(
    Object.entries<Buffer>(numbers).map(([name, bytes]) => {
      const first = bytes.findIndex((byte) => byte !== 0);
      return [name, bytes.subarray(Math.max(0, first)).toString("base64url")];
    }),
  );
}

/** `d` modulo `p` less one. */
function remainder(d: Buffer, p: Buffer): Buffer {
  const hex = (BigInt(`0x${d.toString("hex")}`) % (BigInt(`0x${p.toString("hex")}`) - 1n)).toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
}
