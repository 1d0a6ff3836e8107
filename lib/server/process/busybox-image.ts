import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Dockerd } from "./dockerd-fixture";
import { runBriefly } from "./run-briefly";

const busybox = "/bin/busybox";

/** Why no {@link importBusybox} is possible here; null where it is. */
export function busyboxProblem(): string | null {
  return existsSync(busybox) ? null : `there is no ${busybox} (busybox-static)`;
}

/** Makes an image of nothing but busybox, under its own and these names; no network is needed. */
export async function importBusybox(
  docker: Dockerd["docker"],
  name: string,
  programs: readonly string[],
): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-image-"));
  const [bin, tar] = [path.join(dir, "root/bin"), path.join(dir, "image.tar")];
  for (const folder of [bin, path.join(dir, "root/tmp")]) mkdirSync(folder, { recursive: true });
  copyFileSync(busybox, path.join(bin, "busybox"));
  for (const program of programs) symlinkSync("busybox", path.join(bin, program));
  await runBriefly("tar", ["-C", path.join(dir, "root"), "-cf", tar, "."]);
  await docker("import", tar, name);
  rmSync(dir, { recursive: true });
}
