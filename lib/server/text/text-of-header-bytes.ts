import { isUtf8 } from "node:buffer";
import { decodeSingleByte } from "./single-byte";

/** What a program has written into a header: UTF-8, and from older ones Windows-1252, whatever charset they were told (RFC 7617 §2.1). */
export function textOfHeaderBytes(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString("utf8") : decodeSingleByte(bytes, "windows-1252");
}
