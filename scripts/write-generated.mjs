// Writes files that are made of others, and deletes those of them that nothing asks for any more.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Leaves a file alone that has this text already: what watches it has nothing to do. */
export function writeChanged(file, text) {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/**
 * Writes `texts` (by absolute path) below `folder`; other files there that are called `name` and begin with `mark` go, with the folders that are left empty by that.
 * @param {{ folder: string, name: string, mark: string, texts: ReadonlyMap<string, string> }} generated
 */
export function writeAll({ folder, name, mark, texts }) {
  const isOurs = (file) => path.basename(file) === name && readFileSync(file, "utf8").startsWith(mark);
  const present = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  for (const entry of present) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && isOurs(file) && !texts.has(file)) drop(file, folder);
  }
  for (const [file, text] of texts) writeChanged(file, text);
}

function drop(file, top) {
  rmSync(file);
  for (let folder = path.dirname(file); folder !== top; folder = path.dirname(folder)) {
    if (readdirSync(folder).length > 0) return;
    rmdirSync(folder);
  }
}
