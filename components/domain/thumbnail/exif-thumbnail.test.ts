import { describe, expect, it } from "vitest";
import { exifJpeg, smallJpeg } from "@/e2e/support/exif-jpeg";
import { findExifThumbnail } from "./exif-thumbnail";

describe("the picture in a JPEG's head", () => {
  it.each([
    [false, 1],
    [true, 6],
  ])("is found (little-endian: %s, orientation %i)", (isLittle, orientation) => {
    const file = exifJpeg({ isLittle, orientation, width: 4000, height: 2250 });
    const found = findExifThumbnail(file);
    expect(found).toMatchObject({ orientation, size: { width: 4000, height: 2250 } });
    expect(Buffer.compare(file.subarray(found?.from, found?.to), smallJpeg)).toBe(0);
  });

  it("is found without a size when the head ends before the frame", () => {
    const file = exifJpeg();
    expect(findExifThumbnail(file.subarray(0, file.length - 19))).toMatchObject({ orientation: 1, size: null });
  });

  it("is none of a wrong orientation's, which counts as upright", () => {
    expect(findExifThumbnail(exifJpeg({ orientation: 77 }))).toMatchObject({ orientation: 1 });
  });

  it("is none where there is none, or not a picture", () => {
    expect(findExifThumbnail(smallJpeg)).toBeNull();
    expect(findExifThumbnail(Buffer.from("GIF89a, and more of it"))).toBeNull();
    expect(findExifThumbnail(new Uint8Array())).toBeNull();
    expect(findExifThumbnail(exifJpeg({ thumbnail: Buffer.from("no picture") }))).toBeNull();
  });

  it("survives every cut and every single wrong byte", () => {
    const file = exifJpeg({ isLittle: true });
    for (let at = 0; at < file.length; at++) {
      expect(() => findExifThumbnail(file.subarray(0, at))).not.toThrow();
      const bent = Buffer.from(file);
      bent[at] = 0xff;
      const found = findExifThumbnail(bent);
      expect(found?.to ?? 0).toBeLessThanOrEqual(file.length);
    }
  });
});
