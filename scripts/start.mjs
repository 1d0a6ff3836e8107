// `npm start`: builds when there is no current build, then runs it in this process.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { isCurrent, root } from "./fingerprint.mjs";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Filedeck needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
if (!isCurrent()) {
  console.log("Building Filedeck. This takes a minute or two, once.");
  const { status } = spawnSync(process.execPath, [path.join(root, "scripts/build.mjs")], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
process.chdir(root);
process.env.NODE_ENV = "production";
await import(path.join(root, "dist/server.mjs"));
