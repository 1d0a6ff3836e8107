import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { containersProblem, startContainers, type Containers } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { runBriefly } from "@/lib/server/process/run-briefly";
import { listUsers } from "./list-users";

describe.skipIf(containersProblem() !== null)("containers that use a disk", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  let names: string[] = [];
  const place = mkdtempSync(path.join(tmpdir(), "filedeck-users-"));
  beforeAll(async () => {
    daemon = await startContainers();
    await runBriefly("/usr/bin/mount", ["-t", "tmpfs", "tmpfs", place]);
    const script = "exec 3>/data/f; sleep 1000";
    await daemon.docker(
      "run",
      "-d",
      "--name",
      "secret-project",
      "-v",
      `${place}:/data`,
      "box",
      "/bin/sh",
      "-c",
      script,
    );
  });
  afterAll(async () => {
    await daemon.close();
    await runBriefly("/usr/bin/umount", ["-l", "--", place]);
    rmSync(place, { recursive: true });
  });

  const told = async (userId: "mia" | "tom" | "root") => {
    const { users, keepers } = await listUsers({ place }, await daemon.as(userId));
    // A container that starts elsewhere at that moment holds what the machine has mounted for as long.
    return [...new Set([...users, ...keepers].map(({ container }) => container))].filter(
      (name) => name !== null && names.includes(name),
    );
  };

  test("are told by name to those alone who see them", async () => {
    const id = (await daemon.docker("inspect", "-f", "{{.Id}}", "secret-project")).slice(0, 12);
    names = ["secret-project", id];
    await vi.waitFor(async () => expect(await told("root")).toEqual(["secret-project"]));
    await daemon.permit("tom", ["sys_disk_mount", "sys_view"]);
    expect(await told("tom")).toEqual([id]);
    await daemon.permit("tom", ["sys_disk_mount"], [{ match: "others-*", may: ["logs"] }]);
    expect(await told("tom")).toEqual([id]);
    await daemon.permit("tom", ["sys_disk_mount"], [{ match: "secret-*", may: ["logs"] }]);
    expect(await told("tom")).toEqual(["secret-project"]);
    await daemon.permit("tom", ["sys_disk_mount", "docker_view"]);
    expect(await told("tom")).toEqual(["secret-project"]);
  });
});
