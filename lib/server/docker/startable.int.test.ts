import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getApp } from "@/lib/server/runtime/app";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { noGrants } from "@/lib/server/session/grants";
import { changeContainer } from "./change-container";
import { containersProblem, keyOf, miasLabel, plainSpec, startContainers, type Containers } from "./containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { limitContainer } from "./make/limit-container";
import { createContainer, recreateContainer } from "./make/make-container";

describe.skipIf(containersProblem() !== null)("folders of containers", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  let team: string;
  beforeAll(async () => {
    daemon = await startContainers();
    team = path.join(daemon.root, "team");
    mkdirSync(team);
    startAppOf({ ...getApp(), storageFor: () => daemon.storage });
  });
  afterAll(() => daemon.close());

  test("are given by administrators alone, and never to what somebody else has created", async () => {
    const mounts = [{ kind: "bind" as const, source: team, destination: "/x", is_writable: false }];
    const mia = await daemon.as("mia");
    expect(await keyOf(createContainer({ ...plainSpec, name: "hers", mounts }, mia))).toBe("docker/root-settings");
    await createContainer({ ...plainSpec, name: "hers" }, mia);
    expect(await keyOf(recreateContainer({ id: "hers", mounts }, mia))).toBe("docker/root-settings");
    await daemon.docker("rm", "-f", "hers");
    // From when that could be done.
    await daemon.run("older", "--network", "none", "--label", miasLabel, "-v", `${team}:/x:ro`);
    const tried = {
      restart: () => changeContainer({ id: "older", action: "restart" }, mia),
      policy: () => limitContainer({ id: "older", restart: "always" }, mia),
      recreate: () => recreateContainer({ id: "older", environment: ["A=1"] }, mia),
    };
    for (const [what, work] of Object.entries(tried))
      expect([what, await keyOf(work())]).toEqual([what, "docker/root-settings"]);
    expect(await keyOf(limitContainer({ id: "older", restart: "no" }, mia))).toBe("done");
    expect(await keyOf(changeContainer({ id: "older", action: "stop" }, mia))).toBe("done");
    await recreateContainer({ id: "older", environment: ["A=1"] }, await daemon.as("root"));
    expect(await keyOf(changeContainer({ id: "older", action: "start" }, mia))).toBe("done");
    await daemon.docker("rm", "-f", "older");
  });

  test("are not others by now that whoever starts it could have linked there", async () => {
    await daemon.run("server", "--network", "none", "-v", `${team}:/x:ro`);
    const restart = async (userId: "mia" | "tom" | "root") =>
      keyOf(changeContainer({ id: "server", action: "restart" }, await daemon.as(userId)));
    const grants = { ...noGrants, auth_list: ["docker_container_update"], access_dirs: [daemon.root] };
    await daemon.ctx.db.user.update({ where: { id: "mia" }, data: { grants } });
    await daemon.permit("tom", ["docker_container_update"]);
    expect(await restart("mia")).toBe("done");
    const away = `${team}-away`;
    renameSync(team, away);
    symlinkSync("/etc", team);
    expect(await restart("mia")).toBe("docker/moved-folders");
    for (const userId of ["tom", "root"] as const) expect([userId, await restart(userId)]).toEqual([userId, "done"]);
    rmSync(team);
    renameSync(away, team);
    expect(await restart("mia")).toBe("done");
    await daemon.docker("rm", "-f", "server");
  });
});
