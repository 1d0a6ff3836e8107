import { judgeZip } from "@/components/documents/zip/judge-zip";
import { CannotShow } from "./frame-host";

/** "PK", with which every zip begins. */
export function isZip(bytes: ArrayBuffer): boolean {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  return first === 0x50 && second === 0x4b;
}

/** Before a library unpacks it. */
export async function assertSafeZip(bytes: ArrayBuffer): Promise<void> {
  const verdict = await judgeZip(bytes);
  if (verdict !== "fine") throw new CannotShow(verdict);
}
