/** Types that a browser may show from this origin: none of them runs scripts. Everything else is an attachment. */
const inlineTypes: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  bmp: "image/bmp",
  ico: "image/x-icon",
  // Safe as <img> only: the sandbox policy on every answer keeps its scripts from running when it is opened itself.
  svg: "image/svg+xml",
  mp4: "video/mp4",
  m4v: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
  mkv: "video/x-matroska",
  mpeg: "video/mpeg",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  flac: "audio/flac",
  pdf: "application/pdf",
  txt: "text/plain; charset=utf-8",
  // Read by the table of the screen, which asks for their bytes; browsers take them along.
  csv: "text/csv",
  tsv: "text/tab-separated-values",
};

export function inlineTypeOf(name: string): string | null {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return name.includes(".") ? (inlineTypes[extension] ?? null) : null;
}

/** Content-Disposition with the name for old and new clients (RFC 6266, RFC 8187). */
export function disposition(kind: "inline" | "attachment", name: string): string {
  const wellFormed = name.toWellFormed();
  const ascii = wellFormed.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(wellFormed).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
