// Tells whether the build is current: a hash over everything that goes into it.
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "..");
export const stampFile = path.join(root, "dist", "fingerprint");
/** What the sources looked like when they were last read: as long as they still do, they need not be read again. */
const looksFile = path.join(root, "dist", "looks");

const inputs = [
  "app",
  "components",
  "lib",
  "messages",
  "prisma",
  "public",
  "scripts",
  "server.ts",
  "next.config.ts",
  "package-lock.json",
  "tsconfig.json",
];
const ignored = /(?:^|\/)generated\/|^public\/vendor\/|\.test\.tsx?$/;

/** Of everything's content, some 150 ms of work. */
export function fingerprint() {
  return hashOf((file) => readFileSync(file));
}

/** Of everything's size and times, a tenth of that: whoever changes a file changes its ctime. */
function looks() {
  return hashOf((_, { size, mtimeMs, ctimeMs, ino }) => `${size} ${mtimeMs} ${ctimeMs} ${ino}`);
}

function hashOf(tellOf) {
  const hash = createHash("sha256");
  hash.update(process.versions.modules);
  const add = (relative) => {
    const file = path.join(root, relative);
    if (ignored.test(`${relative}/`)) return;
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (stat.isDirectory()) for (const name of readdirSync(file).sort()) add(`${relative}/${name}`);
    else if (!ignored.test(relative)) hash.update(relative).update("\0").update(tellOf(file, stat));
  };
  for (const input of inputs) add(input);
  return hash.digest("hex");
}

/** By a look at the sources alone; false where somebody has to read them, as {@link isCurrent} does. */
export function looksCurrent() {
  return existsSync(stampFile) && existsSync(looksFile) && readFileSync(looksFile, "utf8") === looks();
}

export function isCurrent() {
  const before = looks();
  const isSame = existsSync(stampFile) && readFileSync(stampFile, "utf8") === fingerprint();
  // A folder that may not be written is read again each time.
  if (isSame && !looksCurrent()) tryWrite(looksFile, before);
  return isSame;
}

function tryWrite(file, text) {
  try {
    writeFileSync(file, text);
  } catch {
    // read-only
  }
}
