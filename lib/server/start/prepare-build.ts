import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import {
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { hasSlot, replaceSlot } from "./replace-slot";

/**
 * Next fixes its base path at build time, users set theirs at start: a copy of the build with the slot filled in, made once
 * per base path and build and kept in `.next-run` (docs/decisions/0001-base-path.md). Returns its path below `appDir`.
 */
export async function prepareBuild(appDir: string, basePath: string): Promise<string> {
  const source = path.join(appDir, ".next");
  const buildId = await readFile(path.join(source, "BUILD_ID"), "utf8");
  const name = createHash("sha256").update(`${buildId}\n${basePath}`).digest("hex").slice(0, 16);
  const runDir = path.join(".next-run", name);
  const target = path.join(appDir, runDir);
  if (isOurs(target)) return runDir;
  await mkdir(path.dirname(target), { recursive: true });
  const work = await mkdtemp(`${target}-`);
  await copyFolder(source, work, basePath);
  if (basePath === "") await dropInternalRedirect(work);
  try {
    await rename(work, target);
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    // Another start of the same build was faster.
    if (!isOurs(target)) throw error;
  }
  return runDir;
}

/** Whether it is there, and made by us or root and closed to others: what lies there is what runs. Throws when it is not. */
function isOurs(target: string): boolean {
  const stats = lstatSync(target, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  const isOwn = stats.uid === process.getuid?.() || stats.uid === 0;
  if (!stats.isDirectory() || !isOwn || (stats.mode & 0o022) !== 0)
    throw new Error(`${target} was made by another user, or others may change it. Delete it and start again.`);
  return true;
}

const skipped = new Set(["cache", "standalone", "types", "diagnostics", "trace", "trace-build", "dev"]);

async function copyFolder(from: string, to: string, basePath: string, isTop = true): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (isTop && skipped.has(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isSymbolicLink()) await copyLink(source, target);
    else if (entry.isDirectory()) {
      await mkdir(target);
      await copyFolder(source, target, basePath, false);
    } else if (!/\.(?:map|nft\.json|br)$/.test(entry.name)) await copyOne(source, target, basePath);
    else if (entry.name.endsWith(".br")) await linkOrCopy(source, target);
  }
}

async function copyOne(source: string, target: string, basePath: string): Promise<void> {
  const content = await readFile(source);
  if (!hasSlot(content)) return linkOrCopy(source, target);
  const text = replaceSlot(content.toString("utf8"), basePath);
  if (target.endsWith(".json")) JSON.parse(text);
  await writeFile(target, text);
}

/** Links lead out of the build to node_modules, which is one level further up from here. */
async function copyLink(source: string, target: string): Promise<void> {
  const leadsTo = path.resolve(path.dirname(source), await readlink(source));
  await symlink(path.relative(path.dirname(target), leadsTo), target);
}

async function linkOrCopy(source: string, target: string): Promise<void> {
  await link(source, target).catch(() => copyFile(source, target));
}

/** Next writes a redirect from outside the base into it; without a base it would lead to itself. */
async function dropInternalRedirect(buildDir: string): Promise<void> {
  const file = path.join(buildDir, "routes-manifest.json");
  const manifest: { redirects?: { basePath?: boolean }[] } = JSON.parse(await readFile(file, "utf8"));
  const redirects = (manifest.redirects ?? []).filter((redirect) => redirect.basePath !== false);
  await writeFile(file, JSON.stringify({ ...manifest, redirects }));
}
