/** What an edited picture can be saved as. */
export const imageFormats = ["jpeg", "png", "webp", "avif"] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** Pictures that can be edited, by their extension: browsers show them and the server reads them. */
const formatOfExtension: Readonly<Record<string, ImageFormat | null>> = {
  jpg: "jpeg",
  jpeg: "jpeg",
  png: "png",
  webp: "webp",
  avif: "avif",
  // Can be edited, but not be written over: there is no writing what it was, all its pictures included.
  gif: null,
};

/** The format that a picture of this name keeps; null: only another one, undefined: it can't be edited. */
export function formatOfName(name: string): ImageFormat | null | undefined {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(formatOfExtension, extension) && name.includes(".") ? formatOfExtension[extension] : undefined;
}

export const extensionOfFormat: Readonly<Record<ImageFormat, string>> = {
  jpeg: "jpg",
  png: "png",
  webp: "webp",
  avif: "avif",
};
