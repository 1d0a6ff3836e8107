/** What a new SSH key may be: the algorithm, and behind the hyphen its bits where there is a choice. */
export const newKeyTypes = ["ed25519", "rsa-4096", "rsa-3072", "ecdsa-256", "ecdsa-384", "ecdsa-521"] as const;
export type NewKeyType = (typeof newKeyTypes)[number];

/**
 * Names for files in ~/.ssh: no folder, nothing hidden, no option of a program, and none that ssh reads for another purpose. A public key's
 * ending is left to the public half.
 */
export function isKeyFileName(name: string): boolean {
  return (
    /^[A-Za-z0-9_][A-Za-z0-9_.@-]{0,99}$/.test(name) &&
    !/^(?:config|environment|rc|known_hosts.*|authorized_keys.*)$/i.test(name) &&
    !/\.pub$/i.test(name)
  );
}
