import { z } from "zod";
import { isEntryName, parseVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { permissionNames, type Permission } from "@/lib/shared/permissions";

export const virtualPath = z
  .string()
  .max(16_384)
  .transform((text, context): VirtualPath => {
    const path = parseVirtualPath(text);
    if (path !== null) return path;
    context.addIssue({ code: "custom", message: "not a path of the form <root>/<name>/…" });
    return z.NEVER;
  });

/** Entries that something is to be done with: at least one, and each once. Ten thousand times the same would be ten thousand times its work. */
export const virtualPaths = (most: number) =>
  z
    .array(virtualPath)
    .min(1)
    .max(most)
    .overwrite((paths) => [...new Set(paths)]);

export const entryName = z
  .string()
  .max(1024)
  .refine(isEntryName, { message: "not a file name" })
  .transform((name): EntryName => name);

/** Any value of JSON; it refers to itself, so it has a name in the OpenAPI document. */
export const json = z.json().meta({ id: "Json" });

/** An opaque id made by this server. */
export const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

export const permission = z.enum(permissionNames as [Permission, ...Permission[]]); // never empty: a literal table

/** One that was set some time ago: its rules may have been others. */
export const password = z.string().max(1024);

/** Absolute host path of a scope list. */
export const hostPath = z
  .string()
  .max(4096)
  .regex(/^\//, { message: "must start with /" })
  .transform(
    (text) =>
      `/${text
        .split("/")
        .filter((part) => part !== "")
        .join("/")}`,
  )
  .refine((text) => !text.split("/").some((part) => part === "." || part === ".."), {
    message: "must not hold . or ..",
  });

/** Where files of another volume are: what it is called and an absolute path there; its `/` is the name alone. */
const folderOf = (volume: RegExp, message: string) =>
  z
    .string()
    .max(4096 + 150)
    .regex(volume, { message })
    .transform((text) => {
      const [name = "", ...segments] = text.split("/");
      return [name, ...segments.filter((segment) => segment !== "")].join("/");
    })
    .refine((text) => !text.split("/").some((part) => part === "." || part === ".."), {
      message: "must not hold . or ..",
    });

/** `sftp:<id of a saved host>`. */
const hostFolder = folderOf(/^sftp:[A-Za-z0-9_-]{1,64}(\/|$)/, "must be a folder of a host");
/** `container:<its name>`. */
const containerFolder = folderOf(
  /^container:[A-Za-z0-9][A-Za-z0-9_.-]{0,127}(\/|$)/,
  "must be a folder of a container",
);

/** A folder that rights can be about: on this server, or on a host whose files are a place. */
export const grantFolder = z.union([hostPath, hostFolder]);
/** A place of any kind. */
export const anyPlace = z.union([hostPath, hostFolder, containerFolder]);

/** Of another machine. What begins with a dash would be an option to whoever makes a command of it. */
export const hostName = z
  .string()
  .trim()
  .max(255)
  .regex(/^[A-Za-z0-9_:][A-Za-z0-9._:%-]*$/, { message: "must be a host name or an address" });
export const portNumber = z.number().int().min(1).max(65_535);

/** One line of `maxLength` characters at most, and nothing in it that would turn the rest of a page around. */
export const oneLine = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .regex(/^[^\p{Cc}\p{Bidi_Control}]*$/u, { message: "must be one line of text" });

export const empty = z.object({});
/** A flag in a query string: `1`, `true` or the bare name. */
export const flag = z
  .union([z.boolean(), z.enum(["", "0", "1", "true", "false"])])
  .optional()
  .transform((value) => value === true || value === "1" || value === "true" || value === "");

/** One value or several under the same name in a query string. */
export function oneOrMore<T extends z.ZodType>(item: T, max: number) {
  return z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(item).min(1).max(max));
}

/** Milliseconds since 1970, also before it: Windows' zero date is in 1601. What a disk cannot keep it gets as near as it can. */
export const fileTime = z.coerce.number().int().min(-8.64e15).max(8.64e15);
