/** The small picture that cameras put into their JPEGs: where its bytes are in the file, and how it is to be shown. */
export type ExifThumbnail = {
  from: number;
  to: number;
  /** 1 to 8, as in EXIF. */
  orientation: number;
  /** Of the whole picture as it is stored, in pixels; null when the head of the file does not say it. */
  size: { width: number; height: number } | null;
};

const maxFields = 512;

/**
 * Finds it in the beginning of a JPEG (JEITA CP-3451, IFD1): what is read here comes from anybody, so that every place is checked
 * against the bytes that are there. Null: none, or not whole.
 */
export function findExifThumbnail(head: Uint8Array): ExifThumbnail | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  try {
    return search(view);
  } catch (error) {
    // Something points beyond what is there.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function search(view: DataView): ExifThumbnail | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  let found: ExifThumbnail | null = null;
  let at = 2;
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // Of the frame: baseline, progressive and so on, but neither tables nor restarts.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
      return found === null ? null : { ...found, size: size.width > 0 && size.height > 0 ? size : null };
    }
    if (marker === 0xda) break;
    // "Exif" and two zeros.
    if (marker === 0xe1 && view.getUint32(at + 4) === 0x45786966 && view.getUint16(at + 8) === 0)
      found = inTiff(view, at + 10);
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return found;
}

function inTiff(view: DataView, base: number): ExifThumbnail | null {
  const isLittle = view.getUint16(base) === 0x4949;
  const word = (at: number) => view.getUint16(base + at, isLittle);
  const long = (at: number) => view.getUint32(base + at, isLittle);
  const fieldsOf = (directory: number) => {
    const fields = new Map<number, number>();
    const count = Math.min(word(directory), maxFields);
    for (let index = 0; index < count; index++) {
      const at = directory + 2 + index * 12;
      fields.set(word(at), word(at + 2) === 3 ? word(at + 8) : long(at + 8));
    }
    return fields;
  };
  const first = long(4);
  const orientation = fieldsOf(first).get(0x0112) ?? 1;
  const second = long(first + 2 + word(first) * 12);
  if (second === 0) return null;
  const thumbnail = fieldsOf(second);
  const [start = 0, length = 0] = [thumbnail.get(0x0201), thumbnail.get(0x0202)];
  const from = base + start;
  if (start === 0 || length < 4 || from + length > view.byteLength || view.getUint16(from) !== 0xffd8) return null;
  return { from, to: from + length, orientation: orientation >= 1 && orientation <= 8 ? orientation : 1, size: null };
}
