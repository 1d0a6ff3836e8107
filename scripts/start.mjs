// `npm start`: builds when there is no current build, then runs it in this process.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { looksCurrent } from "./fingerprint.mjs";

const root = path.resolve(import.meta.dirname, "..");
const node = (script) => spawnSync(process.execPath, [path.join(root, "scripts", script)], { stdio: "inherit" }).status;

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Filedeck needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
// Read in a process of its own: that would leave 13 MB behind in the one that stays.
if (!looksCurrent() && node("is-current.mjs") !== 0) {
  console.log("Building Filedeck. This takes a minute or two and is needed only after an installation or upgrade.");
  const status = node("build.mjs");
  if (status !== 0) process.exit(status ?? 1);
}
process.chdir(root);
process.env.NODE_ENV = "production";
await import(path.join(root, "dist/server.mjs"));
