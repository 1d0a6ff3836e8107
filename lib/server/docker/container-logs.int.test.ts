import { createServer } from "node:net";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { dockerContract } from "@/lib/contracts/docker";
import {
  containersProblem,
  endTerminals,
  look,
  opened,
  startContainers,
  type Containers,
  keyOf,
} from "./containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { listContainers } from "./list-containers";
import { openContainerLogs } from "./open-container";

const size = { cols: 80, rows: 24 };

describe.skipIf(containersProblem() !== null)("with a daemon", () => {
  let containers: Containers;
  undoTries(() => containers);
  beforeAll(async () => {
    containers = await startContainers();
  });
  afterEach(endTerminals);
  afterAll(() => containers.close());

  const logs = async (id: string, tail: number) =>
    opened(openContainerLogs({ id, tail, ...size }, await containers.as("mia")), "mia");

  test("there is a list of containers", async () => {
    const list = await listContainers({}, await containers.as("mia"));
    expect(list.containers).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{64}$/),
        name: "plain",
        image: "box",
        state: "running",
        labels: { a: "b" },
        project: null,
      },
    ]);
  });

  test("logs are shown and followed, line by line, and nothing is typed into them", async () => {
    const script = `i=0
      while [ $i -lt 300 ]; do i=$((i+1)); echo line $i; echo err $i >&2; done
      printf '\\033[6n'
      while :; do echo beat; sleep 1; done`;
    await containers.docker("run", "-d", "--name", "talker", "box", "/bin/sh", "-c", script);
    const terminal = await logs("talker", 1000);
    expect(terminal.info()).toMatchObject({ program: "talker", isReadOnly: true });
    const { until, over, seen } = look(terminal);
    await until(/beat[^]*beat/);
    expect(seen.text).toMatch(/line 300\r\n/);
    expect(seen.text).toMatch(/err 300\r\n/);
    expect(seen.text).not.toContain("\u0000");
    await terminal.write("ls\n");
    expect(terminal.info().exit).toBeNull();
    await terminal.write("\u0003");
    await over;
    expect(terminal.info().exit).toEqual({ code: null, signal: 2 });
    expect(await containers.docker("inspect", "--format", "{{.State.Running}}", "talker")).toBe("true");
  });

  test("those of a container with a terminal come as they are, and end with it", async () => {
    await containers.docker("run", "-dt", "--name", "tty", "box", "/bin/sh", "-c", "echo one; echo two; sleep 2");
    const terminal = await logs("tty", 100);
    const { over, seen } = look(terminal);
    await over;
    expect(seen.text).toMatch(/one\r\n.*two/);
    expect(terminal.info().exit).toEqual({ code: 0, signal: null });
  });

  test("as many lines as were asked for", async () => {
    await containers.docker("run", "-d", "--name", "loud", "box", "/bin/sh", "-c", "seq 1 20000; sleep 1000");
    const last = async () => expect(await containers.docker("logs", "--tail", "1", "loud")).toContain("20000");
    await vi.waitFor(last, { interval: 300 });
    const terminal = await logs("loud", 3);
    const { until, seen } = look(terminal);
    await until(/20000/); // at the end of a line, or of what the screen shows by then
    expect(seen.text).toContain("19998");
    expect(seen.text).not.toContain("19997");
  });

  test("none where they are kept nowhere", async () => {
    await containers.run("mute", "--log-driver", "none");
    expect(await keyOf(logs("mute", 1))).toBe("docker/no-logs");
  });

  test("no daemon, or one that is something else, is said", async () => {
    const file = path.join(containers.base, "other.sock");
    const other = createServer((socket) => socket.end("what?\n")).listen(file);
    try {
      for (const [socket, key] of [
        [path.join(containers.base, "none.sock"), expect.stringMatching(/^docker\/no-socket/)],
        [file, "docker/unreachable"],
      ] as const) {
        vi.stubEnv("DOCKER_HOST", `unix://${socket}`);
        expect(await keyOf(listContainers({}, await containers.as("mia")))).toEqual(key);
      }
    } finally {
      vi.stubEnv("DOCKER_HOST", `unix://${containers.socket}`);
      other.close();
    }
  });
});

test("names that are none are refused before anybody asks", () => {
  const isId = (id: string) => dockerContract.openContainerTerminal.input.safeParse({ id, ...size }).success;
  const hostile = "-rf|--help||.|..|a/b|a b|a\"b|a'b|a\nb|a%2fb|a?x=1|$(id)|é".split("|");
  for (const id of [...hostile, "a".repeat(129)]) expect([id, isId(id)]).toEqual([id, false]);
  for (const id of ["plain", "my_app-web.1", "0123456789abcdef"]) expect([id, isId(id)]).toEqual([id, true]);
});
