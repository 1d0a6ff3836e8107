import fs from "node:fs";
import ignore, { type Ignore } from "ignore";

/** Larger ones are no lists that a person wrote. */
const maxBytes = 256 * 1024;
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;

/** The rules of a folder and, nearest first, of those above it up to where the search began. */
export type IgnoreRules = { folder: string; own: Ignore; above: IgnoreRules | null };

/** Adds the rules of a folder's own `.gitignore`; `path` is where that file can be opened, `folder` what the rules are about. */
export function addIgnoreRules(above: IgnoreRules | null, path: string, folder: string): IgnoreRules | null {
  const text = readSmallFile(path);
  return text === null ? above : withIgnoreText(above, text, folder);
}

/** Adds the rules of a `.gitignore` with this text. */
export function withIgnoreText(above: IgnoreRules | null, text: string, folder: string): IgnoreRules {
  return { folder, own: ignore({ ignorecase: false, allowRelativePaths: true }).add(text), above };
}

/** Whether rules exclude a path, which begins with `/` below the searched folder as `folder` does. The nearest that says something decides. */
export function isIgnored(rules: IgnoreRules | null, path: string, isFolder: boolean): boolean {
  for (let at = rules; at !== null; at = at.above) {
    const relative = path.slice(at.folder.length + 1);
    const { ignored, unignored } = at.own.test(isFolder ? `${relative}/` : relative);
    if (ignored) return true;
    if (unignored) return false;
  }
  return false;
}

function readSmallFile(path: string): string | null {
  let fd: number;
  try {
    fd = fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch {
    return null; // as good as none
  }
  try {
    const stats = fs.fstatSync(fd);
    if (!stats.isFile() || stats.size > maxBytes) return null;
    const buffer = Buffer.alloc(stats.size);
    return buffer.toString("utf8", 0, fs.readSync(fd, buffer, 0, buffer.length, 0));
  } catch {
    return null;
  } finally {
    fs.closeSync(fd);
  }
}
