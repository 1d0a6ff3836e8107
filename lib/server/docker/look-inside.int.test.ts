import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inAll, containersProblem, keyOf, startContainers, type Containers } from "./containers-fixture";
import { inspectContainer, listContainerEvents, listContainerProcesses } from "./look-inside";

describe.skipIf(containersProblem() !== null)("beyond its details", () => {
  let fixture: Containers;
  beforeAll(async () => {
    fixture = await startContainers();
  });
  afterAll(() => fixture.close());

  test("what runs in a container is told with its numbers on this machine, for who may open a shell", async () => {
    const id = "plain";
    const { processes } = await listContainerProcesses({ id }, await fixture.as("mia"));
    const pid = Number(await fixture.docker("inspect", "-f", "{{.State.Pid}}", id));
    expect(processes).toEqual([
      { pid, user: "0", command: "/bin/sleep 1000", cpu: expect.any(Number), memory: expect.any(Number) },
    ]);
    expect(processes[0]?.memory).toBeGreaterThan(1024);
    await fixture.permit("mia", ["docker_view"]);
    expect(await keyOf(listContainerProcesses({ id }, await fixture.as("mia")))).toBe("auth/forbidden");
    await fixture.permit("mia", ["docker_view", "docker_container_update"], inAll);
  });

  test("what has happened is told, the latest first, and nothing of what was run inside", async () => {
    await fixture.run("busy", "-e", "SECRET=told");
    await fixture.docker("exec", "busy", "/bin/sh", "-c", "seq 3");
    await fixture.docker("kill", "--signal", "KILL", "busy");
    const id = "busy";
    const { events } = await listContainerEvents({ id }, await fixture.as("mia"));
    expect(events.map(({ action }) => action).toSorted()).toEqual(["create", "die", "kill", "start"]);
    expect(events.at(-1)?.action).toBe("create");
    expect(events.find(({ action }) => action === "die")?.exit_code).toBe(137);
    expect(events.find(({ action }) => action === "kill")?.signal).toBe(9);
    for (const { at } of events) expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
    expect(await keyOf(listContainerProcesses({ id }, await fixture.as("mia")))).toBe("docker/not-running");
    expect(await keyOf(listContainerEvents({ id: "nobody" }, await fixture.as("mia")))).toBe("docker/not-found");
  });

  test("all that Docker knows is for administrators", async () => {
    const { text } = await inspectContainer({ id: "plain" }, await fixture.as("root"));
    expect(JSON.parse(text)).toMatchObject({ Name: "/plain", Config: { Labels: { a: "b" } } });
    expect(await keyOf(inspectContainer({ id: "plain" }, await fixture.as("mia")))).toBe("auth/root-only");
  });
});
