import { decodeFigure, encodeFigure } from "./small-float";

/** Of one time: the average and the highest value. */
export type Span = { average: number; highest: number };

const bytesEach = 4;

/** One row of the history: the figures in the order of its layout, those that are missing marked. */
export function packFigures(keys: readonly string[], figures: ReadonlyMap<string, Span>): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(keys.length * bytesEach);
  const view = new DataView(bytes.buffer);
  for (const [index, key] of keys.entries()) {
    const span = figures.get(key);
    view.setUint16(index * bytesEach, encodeFigure(span?.average ?? null));
    view.setUint16(index * bytesEach + 2, encodeFigure(span?.highest ?? null));
  }
  return bytes;
}

/** Calls `each` for every figure that is there, with its place in the layout. */
export function unpackFigures(bytes: Uint8Array, each: (index: number, span: Span) => void): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let index = 0; (index + 1) * bytesEach <= bytes.byteLength; index++) {
    const average = decodeFigure(view.getUint16(index * bytesEach));
    const highest = decodeFigure(view.getUint16(index * bytesEach + 2));
    if (average !== null && highest !== null) each(index, { average, highest });
  }
}
