import { isUtf8 } from "node:buffer";
import { keepForm } from "@/lib/shared/line-ends";
import { encodeText } from "./text-encoding";
import { decodeSingleByte } from "./single-byte";

/** A letter for each byte, and back to the same: every file comes back as it was. */
const byteByByte = "windows-1252";

/**
 * Bytes as a text that can be written back byte for byte, whatever is in them: of what is no UTF-8 somewhere, every byte is a letter. What {@link bytesLike} makes
 * of the same text are the same bytes.
 */
export function textOfBytes(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString("utf8") : decodeSingleByte(bytes, byteByByte);
}

/**
 * The bytes of a text that {@link textOfBytes} had of `before`, and that somebody has changed since; with the line ends of before, which a browser's fields and
 * editors make one. Throws file/encoding for letters that they cannot have.
 */
export function bytesLike(before: Buffer, text: string): Buffer {
  return encodeText(keepForm(textOfBytes(before), text), isUtf8(before) ? "utf-8" : byteByByte, false);
}
