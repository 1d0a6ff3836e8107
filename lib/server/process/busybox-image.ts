import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Dockerd } from "./dockerd-fixture";
import { makeOwnedFolder } from "./owned-folder-fixture.mjs";
import { runBriefly } from "./run-briefly";

const busybox = "/bin/busybox";
/** What images call what Node calls otherwise. */
const architectures = new Map([
  ["x64", "amd64"],
  ["ia32", "386"],
]);

/** Why no {@link importBusybox} is possible here; null where it is. */
export function busyboxProblem(): string | null {
  return existsSync(busybox) ? null : `there is no ${busybox} (busybox-static)`;
}

/**
 * Makes an image of nothing but busybox, under its own and these names; no network is needed. Its programs are ended at
 * once when they are stopped: as first process of a container they would ignore SIGTERM, and each stop would take 10 s.
 */
export async function importBusybox(
  docker: Dockerd["docker"],
  name: string,
  programs: readonly string[],
): Promise<void> {
  const dir = makeOwnedFolder("image");
  const [bin, layer, tar] = [path.join(dir, "root/bin"), path.join(dir, "layer.tar"), path.join(dir, "image.tar")];
  for (const folder of [bin, path.join(dir, "root/tmp")]) mkdirSync(folder, { recursive: true });
  copyFileSync(busybox, path.join(bin, "busybox"));
  for (const program of programs) symlinkSync("busybox", path.join(bin, program));
  await runBriefly("tar", ["-C", path.join(dir, "root"), "-cf", layer, "."]);
  const id = createHash("sha256").update(readFileSync(layer)).digest("hex");
  const config = {
    architecture: architectures.get(process.arch) ?? process.arch,
    os: "linux",
    config: { StopSignal: "SIGKILL" },
    rootfs: { type: "layers", diff_ids: [`sha256:${id}`] },
    history: [{ created_by: "busybox" }],
  };
  const manifest = [{ Config: "config.json", RepoTags: [`${name}:latest`], Layers: ["layer.tar"] }];
  writeFileSync(path.join(dir, "config.json"), JSON.stringify(config));
  writeFileSync(path.join(dir, "manifest.json"), JSON.stringify(manifest));
  await runBriefly("tar", ["-C", dir, "-cf", tar, "manifest.json", "config.json", "layer.tar"]);
  await docker("load", "-i", tar);
  rmSync(dir, { recursive: true });
}
