/** Longest sides of small pictures, in pixels: a row of a list or a tile, and a large tile on a fine screen. */
export const previewSizes = [320, 640] as const;
export type PreviewSize = (typeof previewSizes)[number];

const raw = "cr2 cr3 nef nrw arw srf sr2 dng orf rw2 raf pef srw";
const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** What the server makes small pictures of, by extension. */
export const pictureExtensions = words(`jpg jpeg png gif webp avif tif tiff svg bmp heic heif ${raw}`);
/** Books and office files have the picture that they hold of themselves, where they do. */
export const coverExtensions = words("epub cbz fb2 docx xlsx xlsm pptx odt ods odp");
/** Files of cameras that hold what the sensor saw, with a picture that the camera made of it. */
export const rawExtensions = words(raw);
