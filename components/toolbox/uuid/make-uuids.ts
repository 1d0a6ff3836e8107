import { toHex } from "@/components/toolbox/encode/encodings";

export type UuidVersion = "v4" | "v7";
export const maxUuids = 1_000;

/** Of the twelve bits that count within a millisecond, the upper ones begin at zero: there is room for all that are asked for. */
const counterStart = 0x7ff;

/** RFC 9562. Not by `crypto.randomUUID`, which pages over plain HTTP lack. Those of version 7 are in their order. */
export function makeUuids(version: UuidVersion, count: number, nowMs = Date.now()): string[] {
  const random = crypto.getRandomValues(new Uint8Array(2));
  const start = (((random[0] ?? 0) << 8) | (random[1] ?? 0)) & counterStart;
  return Array.from({ length: Math.min(count, maxUuids) }, (_, index) => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const view = new DataView(bytes.buffer);
    if (version === "v7") {
      view.setUint32(0, Math.floor(nowMs / 0x10000));
      view.setUint16(4, nowMs % 0x10000);
      view.setUint16(6, start + index);
    }
    view.setUint8(6, (view.getUint8(6) & 0x0f) | (version === "v7" ? 0x70 : 0x40));
    view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
    return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  });
}
