import type { FileEntry } from "@/lib/contracts/file";

const maxBytes = 256 * 1024;

/** What a folder tells about itself, if it is short enough to be shown below the list. */
export function readmeOf(files: readonly FileEntry[]): FileEntry | undefined {
  return files.find(({ kind, name, size }) => kind === "file" && size <= maxBytes && /^readme\.md$/i.test(name));
}
