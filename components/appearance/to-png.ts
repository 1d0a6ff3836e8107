/** Of the picture that is kept: enough for every place where it is shown, on sharp screens too. */
const sidePixels = 256;

/**
 * A picture that the browser can show, whole and in the middle of a transparent square, as a PNG in base64. An SVG is drawn as any other picture: what
 * is in it neither runs nor loads anything, and nothing of it is kept. Null: the browser cannot show it.
 */
export async function toPng(file: Blob): Promise<string | null> {
  const url = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = sidePixels;
    // A drawing without a size of its own has none.
    const [width, height] = [picture.naturalWidth || sidePixels, picture.naturalHeight || sidePixels];
    const scale = sidePixels / Math.max(width, height);
    const [shownWidth, shownHeight] = [width * scale, height * scale];
    canvas
      .getContext("2d")
      ?.drawImage(picture, (sidePixels - shownWidth) / 2, (sidePixels - shownHeight) / 2, shownWidth, shownHeight);
    return canvas.toDataURL("image/png").split(",")[1] ?? null;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}
