import { hash } from "node:crypto";
import { posix } from "node:path";
import { AppError } from "@/lib/shared/errors";
import { bytesLike, textOfBytes } from "@/lib/server/text/byte-text";
import { hostFiles } from "./account-files";
import { findOpenFolder } from "./open-folder";

/** A small text file of the machine as somebody edits it: what of its text is not touched is written back byte for byte. */
export type EditableFile = {
  path: string;
  /** Where it is, if that is a link to it. */
  target: string;
  /** None where it does not exist. */
  bytes: Buffer;
  text: string;
  /** Of its bytes. */
  etag: string;
};

/** Rejects where it cannot be read whole, or is more than 1 MiB. */
export async function readEditable(path: string): Promise<EditableFile> {
  // Resolved once: what is compared is what is written.
  const isLink = (await hostFiles.kindOf(path)) === "other";
  const [target = path] = isLink ? await hostFiles.realPaths([path]) : [];
  const bytes = (await hostFiles.readBytes(target)) ?? Buffer.alloc(0);
  return { path, target, bytes, text: textOfBytes(bytes), etag: etagOf(bytes) };
}

/** What it would be with this text. Throws file/encoding. */
export const editedBytes = ({ bytes }: EditableFile, text: string): Buffer => bytesLike(bytes, text);

type Writing = {
  newMode?: string;
  /** Where to keep what it was like. */
  aside?: string;
};

/**
 * Writes it whole or not at all, with owner and rights of what was there, or else with `newMode`. A link stays one: its file is written, unless others than root could
 * make it lead elsewhere meanwhile, which throws file/link-target. Gives the new ETag; null where it is no longer what was read, and stays.
 */
export async function writeEditable(
  file: EditableFile,
  bytes: Buffer,
  { newMode = "644", aside }: Writing = {},
): Promise<string | null> {
  const { path, target, bytes: before } = file;
  if (target !== path) {
    const folders = [path, target].map((one) => posix.dirname(one));
    const isOpen = (await Promise.all(folders.map(findOpenFolder))).some((found) => found !== null);
    if (isOpen || (await hostFiles.kindOf(target)) !== "file") throw new AppError("file/link-target", { path });
  }
  return (await hostFiles.replace({ path: target, before, content: bytes, newMode, aside })) ? etagOf(bytes) : null;
}

const etagOf = (bytes: Buffer) => hash("sha256", bytes, "hex");
