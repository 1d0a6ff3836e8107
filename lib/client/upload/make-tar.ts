import { paxHeader, tarBlockBytes, tarHeader, tarPadding } from "@/lib/shared/tar";

export type TarFile = { path: string; file: Blob & { readonly lastModified: number } };

/** A tar of these files that reads them only while it is sent. */
export function makeTar(files: readonly TarFile[]): Blob {
  const parts: BlobPart[] = [];
  for (const { path, file } of files) {
    const mtimeMs = file.lastModified;
    parts.push(paxHeader({ path: new TextEncoder().encode(path), mtimeMs, sizeBytes: file.size }));
    // A browser knows no modes: the file gets what new files get.
    parts.push(tarHeader({ name: "file", sizeBytes: file.size, mtimeMs, type: "0", mode: 0o666 }), file);
    parts.push(new Uint8Array(tarPadding(file.size)));
  }
  parts.push(new Uint8Array(2 * tarBlockBytes));
  return new Blob(parts);
}
