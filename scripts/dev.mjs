// `npm run dev`: the server from source, pages with hot reload. The server itself restarts with node --watch.
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { root } from "./fingerprint.mjs";

process.chdir(root);
for (const script of [
  "scripts/generate.mjs",
  "scripts/copy-assets.mjs",
  "scripts/make-font.mjs",
  "scripts/make-frames.mjs",
]) {
  const { status } = spawnSync(process.execPath, [script], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
const watched = ["lib/server", "lib/contracts", "lib/shared", "server.ts"].flatMap((place) => [
  "--watch-path",
  path.join(root, place),
]);
const child = spawn(process.execPath, [...watched, "--import", "tsx", "server.ts", "--dev"], {
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1" },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 0));
