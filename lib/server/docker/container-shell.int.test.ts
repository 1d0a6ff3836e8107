import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { recheckAll } from "@/lib/server/session/recheck";
import { allTerminals, findTerminal, removeTerminal } from "@/lib/server/terminal/terminals";
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
import { endMarked, marked } from "./end-marked";
import { openContainerTerminal } from "./open-container";

const size = { cols: 80, rows: 24 };

describe.skipIf(containersProblem() !== null)("with a daemon", () => {
  let containers: Containers;
  undoTries(() => containers);
  beforeAll(async () => {
    containers = await startContainers();
  });
  afterEach(endTerminals);
  afterAll(() => containers.close());

  async function shell(id: string, userId: "mia" | "root" = "mia", storage = containers.storage) {
    const ctx = { ...(await containers.as(userId)), storage };
    return opened(openContainerTerminal({ id, ...size }, ctx), userId);
  }

  test("has a terminal of its size, and ends with its code", async () => {
    const terminal = await shell("plain");
    expect(terminal.info()).toMatchObject({ program: "plain", isReadOnly: false });
    const { seen, until, over } = look(terminal);
    await terminal.write("stty size; echo $0 $TERM\n");
    await until(/24 80\r\n\/bin\/sh xterm-256color/);
    terminal.resize({ cols: 61, rows: 17 });
    // The daemon is asked, and does it some time later.
    const ask = async () => {
      await terminal.write("stty size\n");
      expect(seen.text).toMatch(/17 61/);
    };
    await vi.waitFor(ask, { interval: 200 });
    await terminal.write("exit 3\n");
    await over;
    expect(terminal.info().exit).toEqual({ code: 3, signal: null });
  });

  test("letters beyond ASCII are shown where the image has chosen no locale, and its own stays", async () => {
    await containers.run("chosen", "-e", "LANG=de_DE.UTF-8");
    for (const [id, said] of [
      ["plain", "<C.UTF-8>"],
      ["chosen", "<>"],
    ] as const) {
      const terminal = await shell(id);
      const { seen, until } = look(terminal);
      await terminal.write("echo \"<$LC_CTYPE>\" rea''dy\n");
      await until(/ ready/);
      expect(seen.text).toContain(`${said} ready`);
      await removeTerminal(terminal);
    }
    await containers.docker("rm", "-f", "chosen");
  });

  test("takes along what runs in it, also what does not want to", async () => {
    const terminal = await shell("plain");
    const { until } = look(terminal);
    await terminal.write("sh -c 'trap \"\" HUP TERM; echo go''ing; while :; do sleep 1; done'\n");
    await until(/going/);
    expect(await containers.docker("top", "plain")).toContain("trap");
    await removeTerminal(terminal);
    expect(await containers.docker("top", "plain")).not.toMatch(/trap|\/bin\/sh/);
  });

  test("what is marked is ended from within where its number is not known", async () => {
    const { docker } = containers;
    const containerId = await docker("inspect", "--format", "{{.Id}}", "plain");
    await docker("exec", "-d", "-e", marked("m1"), "plain", "/bin/nohup", "/bin/sleep", "777");
    await docker("exec", "-d", "-e", marked("m2"), "plain", "/bin/sleep", "778");
    await endMarked({ containerId, name: "plain", mark: "m1" });
    const left = await docker("top", "plain");
    expect(left).not.toContain("sleep 777");
    expect(left).toContain("sleep 778");
  });

  test("waits with endless output for its reader, and stops at once", async () => {
    const terminal = await shell("plain");
    const view = terminal.view(new AbortController().signal);
    await view.next();
    await terminal.write("while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done\n");
    let bytes = 0;
    while (bytes < 50_000) bytes += (await view.next()).value?.length ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 3_000)); // a reader that stops for a while
    await terminal.write("\u0003");
    let [last, late] = ["", 0];
    while (!/\^C[^]*# /.test(last)) {
      const { value, done } = await view.next();
      expect(done).toBe(false);
      late += value?.length ?? 0;
      last = (last + String(value)).slice(-4_000);
    }
    // What was on its way, and no more: it writes three times as much in the time that nobody reads.
    expect(late).toBeLessThan(8_000_000);
    await view.return(undefined);
  });

  test("is refused in a word where there is none, or no container, or one that does not run", async () => {
    await containers.docker("run", "-d", "--name", "bare", "bare", "/bin/busybox", "sleep", "1000");
    await containers.docker("create", "--name", "made", "box", "/bin/sleep", "1");
    expect(await keyOf(shell("bare"))).toBe("docker/no-shell");
    expect(await keyOf(shell("made"))).toBe("docker/not-running");
    expect(await keyOf(shell("nobody"))).toBe("docker/not-found");
    expect(allTerminals()).toEqual([]);
  });

  test("is for administrators where the container may more than the caller", async () => {
    const { docker, base, root, socket } = containers;
    const [within, other] = [path.join(root, "mine"), path.join(base, "outside")];
    mkdirSync(within);
    await docker("volume", "create", "-o", "type=none", "-o", "o=bind", "-o", `device=${other}`, "sly");
    const refused: Record<string, string[]> = {
      privileged: ["--privileged"],
      network: ["--network", "host"],
      "network-id": ["--network", await docker("network", "inspect", "--format", "{{.Id}}", "host")],
      pid: ["--pid", "host"],
      ipc: ["--ipc", "host"],
      uts: ["--uts", "host"],
      neighbour: ["--network", "container:plain"],
      device: ["--device", "/dev/null:/dev/mine"],
      capability: ["--cap-add", "SYS_ADMIN"],
      seccomp: ["--security-opt", "seccomp=unconfined"],
      paths: ["--security-opt", "systempaths=unconfined"],
      outside: ["-v", `${other}:/x:ro`],
      whole: ["-v", "/:/x:ro"],
      socket: ["-v", `${socket}:/x`],
      volume: ["-v", "sly:/x"],
      // Root in there could leave a set-user-id file.
      writable: ["-v", `${root}:/x`],
    };
    for (const [name, options] of Object.entries(refused)) {
      await docker("create", "--name", name, ...options, "box", "/bin/sleep", "1000");
      expect([name, await keyOf(shell(name))]).toEqual([name, "docker/root-only"]);
      expect([name, await keyOf(shell(name, "root"))]).toEqual([name, "docker/not-running"]);
    }
    await containers.run("usual", "-v", `${root}:/x:ro`, "-v", "kept:/y", "--cap-add", "CHOWN", "--tmpfs", "/z");
    expect(await keyOf(shell("usual"))).toBe("done");
    const reading = containers.limited({ readOnlyDirs: [""] });
    expect(await keyOf(shell("usual", "mia", reading))).toBe("done");
    const hidden = containers.limited({ accessDirs: ["mine"] });
    expect(await keyOf(shell("usual", "mia", hidden))).toBe("docker/root-only");
  });

  test("is refused where a folder was another when the container started", async () => {
    const [place, aside] = [path.join(containers.root, "swapped"), path.join(containers.root, "aside")];
    symlinkSync(path.join(containers.base, "outside"), place);
    await containers.run("swap", "-v", `${place}:/x`);
    rmSync(place);
    mkdirSync(aside);
    renameSync(aside, place);
    expect(await keyOf(shell("swap"))).toBe("docker/root-only");
  });

  test("is refused where the caller could put a link in place of a folder, which the next start follows", async () => {
    const { base, root, docker } = containers;
    const limited = containers.limited({ accessDirs: ["team"], readOnlyDirs: ["shown"] });
    for (const folder of ["team/inner", "shown/inner"]) mkdirSync(path.join(root, folder), { recursive: true });
    writeFileSync(path.join(base, "outside/secret"), "of the machine");
    await containers.run("inner", "-v", `${root}/team/inner:/x`);
    await containers.run("inner-shown", "-v", `${root}/team/inner:/x:ro`);
    await containers.run("granted", "-v", `${root}/team:/x:ro`, "-v", `${root}/shown/inner:/y:ro`);
    const refused = { inner: "docker/root-only", "inner-shown": "docker/root-only", granted: "done" };
    for (const [name, key] of Object.entries(refused))
      expect([name, await keyOf(shell(name, "mia", limited))]).toEqual([name, key]);
    // Why: this much is enough, as what runs next is in the container already.
    rmSync(path.join(root, "team/inner"), { recursive: true });
    symlinkSync(path.join(base, "outside"), path.join(root, "team/inner"));
    await docker("restart", "-t", "0", "inner-shown");
    expect(await docker("exec", "inner-shown", "cat", "/x/secret")).toBe("of the machine");
  });

  test("has nothing of ours in its environment", async () => {
    vi.stubEnv("FILEDECK_ADMIN_PASSWORD", "a-secret-of-ours");
    const terminal = await shell("plain");
    const { until, seen } = look(terminal);
    await terminal.write("cat /proc/$$/environ; echo do''ne\n");
    await until(/done/);
    expect(seen.text).toContain("FILEDECK_TERMINAL");
    expect(seen.text).not.toContain("a-secret-of-ours");
  });

  test("is unknown to others, and ends with the right to it", async () => {
    const terminal = await shell("plain");
    expect(() => findTerminal(terminal.id, "tom")).toThrow("terminal/gone");
    await recheckAll();
    expect(allTerminals()).toContain(terminal);
    await containers.permit("mia", ["docker_view"]);
    await recheckAll();
    await vi.waitFor(() => expect(allTerminals()).not.toContain(terminal));
    await terminal.ended;
  });
});
