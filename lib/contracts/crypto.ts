import { z } from "zod";
import { isKeyFileName, newKeyTypes } from "@/lib/shared/ssh-keys";
import { endpoint } from "./endpoint";
import { empty, id } from "./fields";
import { lists } from "./lists";

const algorithm = z.enum(["ed25519", "rsa", "ecdsa"]);

const sshKey = z.object({
  id,
  name: z.string(),
  algorithm,
  bits: z.number(),
  comment: z.string(),
  /** A line for authorized_keys. */
  public_key: z.string(),
  /** `SHA256:…`, as ssh-keygen says it. */
  fingerprint: z.string(),
  has_passphrase: z.boolean(),
  /** The passphrase is kept, so that nobody is asked for it. */
  is_passphrase_kept: z.boolean(),
  /** Somebody else has set the owner’s password since: it cannot be used until an administrator has set one. */
  is_withheld: z.boolean(),
  created_at: z.number(),
});
export type SshKey = z.output<typeof sshKey>;

const name = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^\P{Cc}*$/u, { message: "must be a single line" });
/** A line: what follows the key in authorized_keys. */
const comment = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{Cc}*$/u, { message: "must be a single line" });
const passphrase = z.string().max(1024).default("");
const keepPassphrase = z.boolean().default(false);
const fileName = z.string().refine(isKeyFileName, { message: "not a name for a key file" });

const sshFile = z.object({
  file_name: z.string(),
  /** Null where that takes the passphrase to know. */
  fingerprint: z.string().nullable(),
  has_passphrase: z.boolean(),
  /** The caller's key that it is; null: none. */
  key_id: id.nullable(),
});
export type SshFile = z.output<typeof sshFile>;

/** A key is its owner's alone: to everybody else it is as unknown as one that never was. */
export const cryptoContract = {
  listKeys: endpoint({
    method: "GET",
    path: "crypto/keys",
    access: "ssh_proxy",
    token: false,
    summary: "List your SSH keys, without their private halves.",
    input: empty,
    output: lists({ keys: z.array(sshKey) }),
  }),
  createKey: endpoint({
    method: "POST",
    path: "crypto/keys",
    access: "ssh_proxy",
    token: false,
    summary: "Create an SSH key.",
    input: z.object({
      name,
      type: z.enum(newKeyTypes),
      comment: comment.default(""),
      passphrase,
      keep_passphrase: keepPassphrase,
    }),
    output: z.object({ key: sshKey }),
  }),
  importKey: endpoint({
    method: "POST",
    path: "crypto/keys/import",
    access: "ssh_proxy",
    token: false,
    summary: "Keep a private key that you have: OpenSSH, PEM (PKCS#1, SEC 1, PKCS#8), or PuTTY (.ppk, version 2 or 3).",
    input: z.object({
      name,
      text: z.string().max(65_536),
      comment: comment.default(""),
      passphrase,
      keep_passphrase: keepPassphrase,
    }),
    output: z.object({ key: sshKey }),
  }),
  deleteKey: endpoint({
    method: "DELETE",
    path: "crypto/keys/{id}",
    access: "ssh_proxy",
    token: false,
    summary: "Delete one of your SSH keys.",
    input: z.object({ id }),
    output: empty,
  }),
  exportKey: endpoint({
    method: "POST",
    path: "crypto/keys/{id}/private",
    access: "ssh_proxy",
    token: false,
    confirm: true,
    summary:
      "Get the private half of one of your SSH keys in OpenSSH’s format, locked with its passphrase if it has one. Requires a recently confirmed password.",
    input: z.object({ id }),
    output: z.object({ private_key: z.string() }),
  }),
  listSshFiles: endpoint({
    method: "GET",
    path: "crypto/ssh-folder",
    access: "crypto_ssh_file",
    token: false,
    summary: "List the private keys in ~/.ssh of the account that the server runs as.",
    input: empty,
    output: lists({ folder: z.string(), files: z.array(sshFile) }),
  }),
  saveKey: endpoint({
    method: "POST",
    path: "crypto/ssh-folder/save",
    access: "crypto_ssh_file",
    token: false,
    summary:
      "Save one of your SSH keys, both halves, to ~/.ssh of the account that the server runs as. Replaces nothing.",
    input: z.object({ id, file_name: fileName }),
    output: z.object({ path: z.string() }),
  }),
  importSshFile: endpoint({
    method: "POST",
    path: "crypto/ssh-folder/import",
    access: "crypto_ssh_file",
    token: false,
    summary: "Keep a private key from ~/.ssh of the account that the server runs as.",
    input: z.object({ name, file_name: fileName, passphrase, keep_passphrase: keepPassphrase }),
    output: z.object({ key: sshKey }),
  }),
};
