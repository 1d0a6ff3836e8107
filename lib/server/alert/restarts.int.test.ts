import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { LiveMessage } from "@/lib/shared/live-rows";
import type { ContainerRow } from "@/lib/contracts/docker";
import { containersProblem, startContainers, type Containers } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { followContainers } from "@/lib/server/docker/follow-containers";
import { isInside, startSystemd, systemdProblem } from "@/lib/server/process/systemd-fixture";
import { makeTaskFixture } from "@/lib/server/task/task-fixture";
import { createContainerLook, restartArgs } from "./look-at-states";
import { findRules } from "./rule-rows";
import { addMissingRules, alertDefaults } from "./running";
import { createRestartWatch, unitRestarts } from "./restarts";

describe.skipIf(containersProblem() !== null)("containers that Docker restarts again and again", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  beforeAll(async () => {
    daemon = await startContainers();
    await daemon.docker("run", "-d", "--name", "loop", "--restart", "always", "box", "/bin/sh", "-c", "exit 1");
  });
  afterAll(() => daemon.close());

  it("are seen by the rule about them, and by no other", async () => {
    const look = createContainerLook();
    const wanted = new Set(["containerRestarting"] as const);
    const seen = await vi.waitFor(
      async () => {
        const parts = await look(wanted, performance.now());
        expect(parts.get("containerRestarting")?.get("loop")).toBe(1);
        return parts;
      },
      { interval: 300 },
    );
    expect(seen.get("containerRestarting")?.get("plain")).toBe(0);
    expect(seen.get("containerStopped")?.get("loop")).toBe(0);
  });

  it("say in their row how often", async () => {
    const end = new AbortController();
    const root = await daemon.as("root");
    const rows = new Map<string, Partial<ContainerRow>>();
    const send = async ({ rows: all, changed }: LiveMessage<ContainerRow>) => {
      for (const row of [...all, ...changed]) rows.set(row.id, { ...rows.get(row.id), ...row });
    };
    const following = Promise.resolve(followContainers({}, { ...root, signal: end.signal }, { send } as never)).catch(
      () => null,
    );
    await vi.waitFor(() =>
      expect([...rows.values()].find(({ name }) => name === "loop")?.restarts).toBeGreaterThanOrEqual(3),
    );
    expect([...rows.values()].find(({ name }) => name === "plain")?.restarts).toBeNull();
    end.abort();
    await following;
  });
});

describe.skipIf(systemdProblem() !== null || isInside)("services that systemd restarts again and again", () => {
  it("are seen by what systemd counts", async () => {
    const machine = await startSystemd();
    try {
      const text =
        "[Unit]\\nStartLimitIntervalSec=0\\n[Service]\\nExecStart=/bin/false\\nRestart=always\\nRestartSec=100ms\\n";
      await machine.run("/bin/sh", "-c", `printf '${text}' > /run/systemd/system/loop.service`);
      await machine.run("systemctl", "daemon-reload");
      await machine.run("systemctl", "start", "--no-block", "loop.service");
      const again = createRestartWatch();
      await vi.waitFor(
        async () => {
          const { said } = await machine.run("systemctl", ...restartArgs);
          expect([...again(unitRestarts(said), performance.now())]).toEqual(["loop.service"]);
        },
        { interval: 300 },
      );
    } finally {
      await machine.stop();
    }
  });
});

it("has rules of its own, once, on servers that were there before as well", async () => {
  const fixture = await makeTaskFixture();
  const { db } = fixture;
  try {
    const metrics = async () => (await findRules(db)).rows.map(({ metric, is_enabled }) => [metric, is_enabled]);
    const restarts = [
      ["containerRestarting", true],
      ["unitRestarting", true],
    ];
    // As a server before has left it, whose rules somebody has deleted.
    await db.setting.create({ data: { key: "alert-defaults", value: { added: true } } });
    await alertDefaults.load(db);
    await addMissingRules(db);
    expect(await metrics()).toEqual(restarts);
    await db.alertRule.deleteMany();
    await addMissingRules(db);
    expect(await metrics()).toEqual([]);
    await alertDefaults.save(db, { added: false, restarts: false });
    await addMissingRules(db);
    expect(await metrics()).toHaveLength(6);
  } finally {
    await alertDefaults.save(db, { added: false, restarts: false });
    await fixture.close();
  }
});
