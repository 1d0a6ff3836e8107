/** Of the base64, and what it is for. */
export const maxClipboardLength = 1_400_000;

/**
 * What a program wants in the clipboard (OSC 52, `<selections>;<base64>`); null where it asks for what is there, wants it emptied, or
 * writes what is no text.
 */
export function clipboardTextOf(data: string): string | null {
  const encoded = data.slice(data.indexOf(";") + 1);
  if (!data.includes(";") || encoded === "" || encoded === "?" || encoded.length > maxClipboardLength) return null;
  try {
    const bytes = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
