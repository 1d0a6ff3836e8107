// A registry that lacks the packages of other platforms leaves them out of package-lock.json, and `npm ci` then refuses the
// file everywhere. This puts them in by what their names say. Run after `npm install`: node scripts/complete-lock.mjs [--check]
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./fingerprint.mjs";

const file = path.join(root, "package-lock.json");
const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const processors = ["arm64", "arm", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

/** Optional dependencies that the lock names but does not hold, by the place where they belong. */
export function findMissing({ packages }) {
  const missing = new Map();
  for (const [place, { optionalDependencies = {}, dev }] of Object.entries(packages))
    for (const [name, version] of Object.entries(optionalDependencies))
      if (!isHeld(packages, place, name)) missing.set(`node_modules/${name}`, { name, version, dev });
  return missing;
}

/** Looked for as Node does: beside the package, then further up. */
function isHeld(packages, place, name) {
  for (let at = place; ; at = at.slice(0, at.lastIndexOf("node_modules/")).replace(/\/$/, "")) {
    if (packages[`${at === "" ? "" : `${at}/`}node_modules/${name}`] !== undefined) return true;
    if (at === "") return false;
  }
}

/** The lock's entry. Without a hash: only the package's own registry knows it, and npm adds it where it can. */
function describe({ name, version, dev }) {
  const words = name.split(/[-/]/);
  const [os, cpu] = [systems.find((word) => words.includes(word)), processors.find((word) => words.includes(word))];
  if (!/^\d/.test(version) || os === undefined || cpu === undefined)
    throw new Error(`${name}@${version}: the name does not tell its platform; add it with npm`);
  const libc = words.some((word) => word.startsWith("musl"))
    ? "musl"
    : words.some((word) => word.startsWith("gnu") || word === "glibc")
      ? "glibc"
      : null;
  return {
    version,
    cpu: [cpu],
    ...(dev ? { dev } : {}),
    ...(libc === null ? {} : { libc: [libc] }),
    optional: true,
    os: [os],
  };
}

if (process.argv[1] === import.meta.filename) {
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const missing = findMissing(lock);
  if (process.argv.includes("--check")) {
    for (const { name, version } of missing.values()) console.error(`package-lock.json lacks ${name}@${version}`);
    if (missing.size > 0) console.error("Run: node scripts/complete-lock.mjs");
    process.exit(missing.size > 0 ? 1 : 0);
  }
  for (const [place, found] of missing) lock.packages[place] = describe(found);
  const order = ([a], [b]) => a.localeCompare(b, "en");
  lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(order));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.size} added`);
}
