import { parseVirtualPath } from "@/lib/shared/paths";
import type { FileClipboard } from "./clipboard-store";

/** More is kept by the tab alone: local storage holds about five million characters for all of the app. */
const maxLength = 1_000_000;

/** The clipboard as local storage has it, or null where nothing is to be kept there. */
export function formatClipboard(clipboard: FileClipboard | null): string | null {
  if (clipboard === null) return null;
  const text = JSON.stringify(clipboard);
  return text.length > maxLength ? null : text;
}

/** What was kept, as far as it is a clipboard: local storage is anybody's to write. */
export function parseClipboard(text: string | null): FileClipboard | null {
  let value: unknown;
  try {
    value = JSON.parse(text ?? "null");
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || !("mode" in value && "files" in value)) return null;
  const { mode, files } = value;
  if ((mode !== "copy" && mode !== "cut") || !Array.isArray(files)) return null;
  const paths = files.map((file: unknown) => (typeof file === "string" ? parseVirtualPath(file) : null));
  const known = paths.filter((path) => path !== null);
  const isPasted = "isPasted" in value && value.isPasted === true;
  return known.length === 0 || known.length < paths.length
    ? null
    : { mode, files: known, ...(isPasted ? { isPasted } : {}) };
}
