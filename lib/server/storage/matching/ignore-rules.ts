import fs from "node:fs";
import { limits } from "@/lib/server/base/limits";
import { makeGlobTest } from "./glob-test";

const { most, wildCharacters, lineCharacters, fileBytes: maxBytes } = limits.expressions.ignoreRules;
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;

type Rule = {
  isException: boolean;
  isForFolders: boolean;
  /** Whether the path below the rules' folder is compared instead of the name. */
  isForPath: boolean;
  matches: (text: string) => boolean;
};

/** The rules of a folder, the last one first, and, nearest first, of those above it up to where the search began. */
export type IgnoreRules = { folder: string; own: readonly Rule[]; above: IgnoreRules | null };

/** Adds the rules of a folder's own `.gitignore`; `path` is where that file can be opened, `folder` what the rules are about. */
export function addIgnoreRules(above: IgnoreRules | null, path: string, folder: string): IgnoreRules | null {
  const text = readSmallFile(path);
  return text === null ? above : withIgnoreText(above, text, folder);
}

/** Adds the rules of a `.gitignore` with this text. Of more than a person would write the first count. */
export function withIgnoreText(above: IgnoreRules | null, text: string, folder: string): IgnoreRules {
  const own: Rule[] = [];
  let left = wildCharacters;
  for (const line of text
    .slice(0, maxBytes)
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)) {
    if (own.length >= most) break;
    const pattern = line.length > lineCharacters ? null : patternOf(line);
    if (pattern === null) continue;
    const { glob } = pattern;
    const simple = simpleTestOf(glob);
    if (simple === null && (left -= glob.length) < 0) continue;
    const matches = simple ?? wildTestOf(glob);
    if (matches !== null) own.push({ ...pattern, matches });
  }
  return { folder, own: own.toReversed(), above };
}

/** Whether rules exclude a path, which begins with `/` below the searched folder as `folder` does. The nearest that says something decides. */
export function isIgnored(rules: IgnoreRules | null, path: string, isFolder: boolean): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  for (let at = rules; at !== null; at = at.above) {
    const below = path.slice(at.folder.length + 1);
    for (const { isException, isForFolders, isForPath, matches } of at.own)
      if ((isFolder || !isForFolders) && matches(isForPath ? below : name)) return !isException;
  }
  return false;
}

/** A line as gitignore(5) reads it, or null. Spaces at the end count behind a backslash only. */
function patternOf(line: string): (Omit<Rule, "matches"> & { glob: string }) | null {
  let end = line.length;
  while (line[end - 1] === " " && line[end - 2] !== "\\") end--;
  const trimmed = line.slice(0, end);
  if (trimmed === "" || trimmed.startsWith("#")) return null;
  const isException = trimmed.startsWith("!");
  const whole = isException ? trimmed.slice(1) : trimmed;
  const isForFolders = whole.endsWith("/");
  const bare = isForFolders ? whole.slice(0, -1) : whole;
  const isForPath = bare.includes("/");
  const glob = bare.startsWith("/") ? bare.slice(1) : bare;
  return glob === "" ? null : { isException, isForFolders, isForPath, glob };
}

const wild = /[*?[\\]/;

/** Most are a name, or an ending; null for the others. */
function simpleTestOf(glob: string): ((text: string) => boolean) | null {
  if (!wild.test(glob)) return (text) => text === glob;
  const end = glob.slice(1);
  return glob.startsWith("*") && !wild.test(end) && !glob.includes("/") ? (text) => text.endsWith(end) : null;
}

/** Null for what is no pattern. Braces are nothing special in these files, and two stars only where they are a whole name. */
function wildTestOf(glob: string): ((text: string) => boolean) | null {
  const plain = glob
    .replaceAll(/\\[^]|[{}]/g, (part) => (part.length > 1 ? part : `\\${part}`))
    .replaceAll(/(^|[^*\\])\*{2,}(?=[^*/])|([^*/\\])\*{2,}/g, "$1$2*");
  try {
    return makeGlobTest(plain, true);
  } catch {
    return null;
  }
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
