import { z } from "zod";
import { endpoint } from "./endpoint";
import { entryName, id, virtualPath } from "./fields";

export const maxFetchedAddresses = 50;
const longestAddress = 4_096;

/** An address that a file can be fetched from. */
export function isWebAddress(text: string): boolean {
  return text.length <= longestAddress && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** The algorithm that a sum in hex is of, by its length; null when it is none. */
export function sumAlgorithm(hex: string): "md5" | "sha1" | "sha256" | "sha512" | null {
  if (!/^[0-9a-f]+$/i.test(hex)) return null;
  const byLength = { 32: "md5", 40: "sha1", 64: "sha256", 128: "sha512" } as const;
  return Object.entries(byLength).find(([length]) => Number(length) === hex.length)?.[1] ?? null;
}

export const fetchContract = {
  fetchFiles: endpoint({
    method: "POST",
    path: "file/fetch",
    access: "http_proxy",
    summary: "Download URLs to a folder on the server, one task per URL. Also requires permission to upload.",
    input: z
      .object({
        urls: z
          .array(z.string().trim().refine(isWebAddress, { message: "not an http or https address" }))
          .min(1)
          .max(maxFetchedAddresses),
        to: virtualPath,
        /** Of a single file; else the other server says it, or the address. */
        name: entryName.optional(),
        /** Of a single file, in hex: MD5, SHA-1, SHA-256 or SHA-512. */
        checksum: z
          .string()
          .trim()
          .refine((text) => sumAlgorithm(text) !== null, { message: "not a checksum in hex" })
          .optional(),
        conflict: z.enum(["rename", "replace", "skip", "ask"]).default("rename"),
      })
      .refine(({ urls, name, checksum }) => urls.length === 1 || (name === undefined && checksum === undefined), {
        message: "name and checksum are for a single address",
      }),
    output: z.object({ taskIds: z.array(id) }),
  }),
};
