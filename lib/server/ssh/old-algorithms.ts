import { getCiphers, getHashes } from "node:crypto";
import type { Algorithms, CipherAlgorithm, KexAlgorithm, MacAlgorithm, ServerHostKeyAlgorithm } from "ssh2";

type ByKind = {
  kex: KexAlgorithm[];
  hostKey: ServerHostKeyAlgorithm[];
  cipher: CipherAlgorithm[];
  mac: MacAlgorithm[];
};
export type AlgorithmKind = keyof ByKind;

/**
 * What hosts of long ago need, and OpenSSH no longer offers by itself: SHA-1 in the exchange of keys and in signatures, DSA keys, ciphers in CBC mode, short or broken
 * checksums. As far as Node has them.
 */
export function oldAlgorithms(): ByKind {
  const [ciphers, hashes] = [getCiphers(), getHashes()];
  const known: readonly (readonly [CipherAlgorithm, string])[] = [
    ["aes256-cbc", "aes-256-cbc"],
    ["aes192-cbc", "aes-192-cbc"],
    ["aes128-cbc", "aes-128-cbc"],
    ["3des-cbc", "des-ede3-cbc"],
  ];
  return {
    kex: ["diffie-hellman-group14-sha1", "diffie-hellman-group1-sha1"],
    hostKey: ["ssh-rsa", "ssh-dss"],
    cipher: known.flatMap(([name, own]) => (ciphers.includes(own) ? [name] : [])),
    mac: ["hmac-sha1-96", ...(hashes.includes("md5") ? (["hmac-md5"] as const) : [])],
  };
}

const none: ByKind = { kex: [], hostKey: [], cipher: [], mac: [] };

/**
 * What ssh2 would do, and a host could hold the whole server with: a group of the host's own, of which Node looks for a minute whether it is a prime; the largest ones; and
 * what is compressed, a thousandfold.
 */
const slow: KexAlgorithm[] = [
  "diffie-hellman-group-exchange-sha256",
  "diffie-hellman-group15-sha512",
  "diffie-hellman-group17-sha512",
  "diffie-hellman-group18-sha512",
];

/** What is offered to a host: the old ones at the end, so that one that can do better does. */
export function algorithmsFor({
  allowsOld,
}: {
  allowsOld: boolean;
}): Required<Pick<Algorithms, "kex" | "cipher" | "hmac" | "compress">> & Pick<ByKind, "hostKey"> {
  const { kex, cipher, mac, hostKey } = allowsOld ? oldAlgorithms() : none;
  const added = <Name>(append: Name[], prepend: Name[] = []) => ({ append, prepend, remove: [] });
  return {
    kex: { append: kex, prepend: [], remove: slow },
    compress: ["none"],
    // The first are done by the processor.
    cipher: added(cipher, ["aes128-gcm@openssh.com", "aes256-gcm@openssh.com"]),
    hmac: added(mac),
    hostKey,
  };
}
