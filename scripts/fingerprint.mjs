// Tells whether the build is current: a hash over everything that goes into it.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "..");
export const stampFile = path.join(root, "dist", "fingerprint");

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

export function fingerprint() {
  const hash = createHash("sha256");
  hash.update(process.versions.modules);
  for (const input of inputs) add(hash, input);
  return hash.digest("hex");
}

function add(hash, relative) {
  const file = path.join(root, relative);
  if (!existsSync(file) || ignored.test(`${relative}/`)) return;
  if (statSync(file).isDirectory()) for (const name of readdirSync(file).sort()) add(hash, `${relative}/${name}`);
  else if (!ignored.test(relative)) hash.update(relative).update("\0").update(readFileSync(file));
}

export function isCurrent() {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === fingerprint();
}
