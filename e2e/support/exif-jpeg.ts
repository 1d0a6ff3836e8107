/** 8 × 6 red pixels. */
export const smallJpeg = Buffer.from(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABQb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCUAPWD/9k=",
  "base64",
);

type Wish = {
  thumbnail?: Uint8Array;
  orientation?: number;
  isLittle?: boolean;
  width?: number;
  height?: number;
  padding?: number;
};

/** A file as cameras write it: EXIF with a thumbnail, a frame's header, and `padding` bytes that no decoder takes. */
export function exifJpeg({
  thumbnail = smallJpeg,
  orientation = 1,
  isLittle = false,
  width = 4000,
  height = 3000,
  padding = 0,
}: Wish = {}): Buffer {
  const word = (value: number) => number(value, 2, isLittle);
  const long = (value: number) => number(value, 4, isLittle);
  const field = (tag: number, type: number, value: Buffer) =>
    Buffer.concat([word(tag), word(type), long(1), value, Buffer.alloc(4 - value.length)]);
  const tiff = Buffer.concat([
    Buffer.from(isLittle ? "II" : "MM"),
    word(42),
    long(8),
    // IFD0 at 8, 18 bytes long; IFD1 at 26, 30 bytes long; the thumbnail at 56.
    word(1),
    field(0x0112, 3, word(orientation)),
    long(26),
    word(2),
    field(0x0201, 4, long(56)),
    field(0x0202, 4, long(thumbnail.length)),
    long(0),
    thumbnail,
  ]);
  const exif = Buffer.concat([Buffer.from("Exif\0\0"), tiff]);
  const frame = Buffer.concat([Buffer.from([8]), number(height, 2), number(width, 2), Buffer.alloc(10)]);
  const segment = (marker: number, body: Buffer) =>
    Buffer.concat([Buffer.from([0xff, marker]), number(body.length + 2, 2), body]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe1, exif),
    segment(0xc0, frame),
    Buffer.alloc(padding, 7),
  ]);
}

function number(value: number, size: 2 | 4, isLittle = false): Buffer {
  const bytes = Buffer.alloc(size);
  if (isLittle) bytes.writeUIntLE(value, 0, size);
  else bytes.writeUIntBE(value, 0, size);
  return bytes;
}
