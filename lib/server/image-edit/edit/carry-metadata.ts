import type { Metadata, Sharp } from "sharp";
import { editedExif } from "./edited-exif";
import { fromRaw, type Raw } from "./raw-picture";

/** The edited pixels with what the original tells of itself: EXIF as after the edit, and XMP. */
export function carryMetadata(raw: Raw, { exif, xmpAsString }: Metadata): Sharp {
  const edited = exif === undefined ? null : editedExif(exif);
  const picture = edited === null ? fromRaw(raw) : drawnOn(edited, raw);
  return xmpAsString === undefined ? picture : picture.withXmp(uprightXmp(xmpAsString));
}

/** sharp takes EXIF from its input alone: one pixel that carries it is drawn over as a whole. */
function drawnOn(exif: Buffer, { data, info, sharp }: Raw): Sharp {
  const picture = sharp(withExif(exif), { limitInputPixels: false })
    .resize(info.width, info.height, { fit: "fill" })
    .composite([{ input: data, raw: info, blend: "source", limitInputPixels: false }])
    .keepExif();
  return info.channels === 3 ? picture.removeAlpha() : picture;
}

function uprightXmp(xmp: string): string {
  return xmp.replaceAll(/(tiff:Orientation(?:="|>))[2-8]/g, (_, before: string) => `${before}1`);
}

// A gray JPEG of one pixel, without its first two bytes.
const pixel = Buffer.from(
  "/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAWEBETFBUVFQwPFxgWFBgSFBUU/9sAQwEDBAQFBAUJBQUJFA0LDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU/8AAEQgAAQABAwEiAAIRAQMRAf/EABQAAQAAAAAAAAAAAAAAAAAAAAD/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AAAP/9k=",
  "base64",
);

function withExif(exif: Buffer): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt32BE(0xff_d8_ff_e1);
  head.writeUInt16BE(exif.length + 2, 4);
  return Buffer.concat([head, exif, pixel]);
}
