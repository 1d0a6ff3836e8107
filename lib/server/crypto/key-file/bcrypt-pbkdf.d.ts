/** OpenSSH's key derivation; the package has no types. */
declare module "bcrypt-pbkdf" {
  /** Fills `key`; zero is success. */
  export function pbkdf(
    passphrase: Uint8Array,
    passphraseBytes: number,
    salt: Uint8Array,
    saltBytes: number,
    key: Uint8Array,
    keyBytes: number,
    rounds: number,
  ): number;
}
