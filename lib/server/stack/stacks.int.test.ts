import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { StackRow } from "@/lib/contracts/stack";
import { applyLive } from "@/lib/shared/live-rows";
import type { StackAction } from "@/lib/shared/stacks";
import { containersProblem, keyOf, startContainers, type Containers } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { stackContract } from "@/lib/contracts/stack";
import { getApp, startApp } from "@/lib/server/runtime/app";
import { adoptStack, getAdoption } from "./adopt-stack";
import { approveStack, getApproval } from "./approve-stack";
import { findCompose } from "./find-compose";
import { followStacks } from "./follow-stacks";
import { listStacks } from "./list-stacks";
import { removeStack } from "./remove-stack";
import { runStack } from "./run-stack";
import { createStack, getStack, saveStackFile } from "./stack-files";
import { setStackFolder } from "./stack-info";
import { stackSetting } from "./stack-setting";
import { endOf } from "./stacks-fixture";

const hasCompose = ["/usr/bin/docker-compose", "/usr/libexec/docker/cli-plugins/docker-compose"].some((file) =>
  existsSync(file),
);
const problem = containersProblem() ?? (hasCompose ? null : "there is no docker-compose");

const compose = (command = "/bin/sleep 1000") =>
  `services:\n  web:\n    image: box\n    command: ${command}\n    stop_signal: KILL\n    environment:\n      GREETING: $` +
  `{GREETING:-none}\n    network_mode: none\n`;

describe.skipIf(problem !== null)("stacks", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  let dir: string;
  let root: string;
  beforeAll(async () => {
    daemon = await startContainers();
    dir = mkdtempSync(path.join(tmpdir(), "filedeck-stacks-"));
    const app = getApp();
    startApp({ ...app, env: { ...app.env, dataDir: path.join(dir, "own-data") } });
    root = path.join(dir, "stacks");
    await setStackFolder({ folder: root }, await daemon.as("root"));
  });
  afterAll(async () => {
    await stackSetting.save((await daemon.as("root")).db, {
      folder: "",
      adopted: [],
      approved: [],
      deployed: [],
      built: [],
    });
    await daemon.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const make = async (name: string, text = compose(), environment = "") =>
    createStack({ name, text, environment }, await daemon.as("root"));
  const rowOf = async (name: string, user: "root" | "mia" = "root") =>
    (await listStacks({}, await daemon.as(user))).stacks.find(({ id }) => id === name);
  const start = async (name: string, action: StackAction, service?: string) =>
    runStack(
      { name, action, profiles: [], leftovers: [], build: false, ...(service === undefined ? {} : { service }) },
      await daemon.as("root"),
    );
  const run = async (name: string, action: StackAction) => {
    await start(name, action);
    return (await endOf(name)).text;
  };
  const file = async (name: string, kind: "compose" | "environment") => {
    const { files } = await getStack({ name }, await daemon.as("root"));
    const found = files.find((one) => one.kind === kind);
    if (found === undefined) throw new Error(`there is no ${kind}`);
    return found;
  };
  const save = async (name: string, kind: "compose" | "environment", text: string, force = false) => {
    const { path, etag } = await file(name, kind);
    return saveStackFile({ name, path, text, etag, force }, await daemon.as("root"));
  };

  test("a stack is made, started with its environment, and taken down again", async () => {
    await make("shop", compose(), "GREETING=hello\n");
    expect(readFileSync(`${root}/shop/compose.yaml`, "utf8")).toBe(compose());
    // Secrets are in both.
    expect(statSync(`${root}/shop/.env`).mode & 0o777).toBe(0o600);
    expect(statSync(`${root}/shop`).mode & 0o777).toBe(0o700);
    expect(await rowOf("shop")).toMatchObject({
      origin: "own",
      folder: `${root}/shop`,
      services: [{ name: "web", containers: 0 }],
      working: null,
    });

    await run("shop", "up");
    expect(await rowOf("shop")).toMatchObject({ services: [{ name: "web", image: "box", containers: 1, running: 1 }] });
    const [id = ""] = (await daemon.docker("ps", "-q", "--filter", "label=com.docker.compose.project=shop")).split(
      "\n",
    );
    expect(await daemon.docker("inspect", "-f", "{{.Config.Env}}", id)).toContain("GREETING=hello");
    expect(await keyOf(removeStack({ name: "shop" }, await daemon.as("root")))).toBe("stack/in-use");

    await run("shop", "stop");
    expect(await rowOf("shop")).toMatchObject({ services: [{ containers: 1, running: 0 }] });
    await run("shop", "down");
    expect(await rowOf("shop")).toMatchObject({ services: [{ name: "web", containers: 0 }] });
    const { folder } = await removeStack({ name: "shop" }, await daemon.as("root"));
    expect(readFileSync(`${folder ?? ""}/compose.yaml`, "utf8")).toBe(compose());
    expect(await rowOf("shop")).toBeUndefined();
  }, 240_000);

  test("what is done is told at once, only one thing at a time, and ends when it is canceled", async () => {
    await make("slow", compose());
    const stop = new AbortController();
    let rows: ReadonlyMap<string, StackRow> = new Map();
    void followStacks(
      {},
      { ...(await daemon.as("root")), signal: stop.signal },
      {
        send: async (message) => void (rows = applyLive(rows, message)),
        received: (async function* () {})(),
      },
    );
    await run("slow", "up");
    await vi.waitFor(() => expect(rows.get("slow")?.services[0]?.running).toBe(1));
    // Its first process does not listen to what it is asked: stopping waits for ten seconds.
    const text = compose().replace("stop_signal: KILL", "stop_signal: TERM");
    await save("slow", "compose", text);
    await run("slow", "up");
    await start("slow", "stop");
    await vi.waitFor(() => expect(rows.get("slow")?.working).toBe("stop"));
    expect(await keyOf(start("slow", "down"))).toBe("stack/busy");
    await runStack(
      { name: "slow", action: "cancel", profiles: [], leftovers: [], build: false },
      await daemon.as("root"),
    );
    expect((await endOf("slow")).run.ended).toMatchObject({ is_canceled: true });
    await vi.waitFor(() => expect(rows.get("slow")?.working).toBeNull());
    stop.abort();
    await daemon.docker("rm", "-f", "slow_web_1").catch(() => daemon.docker("rm", "-f", "slow-web-1"));
  }, 240_000);

  test("saving keeps owner and rights, and refuses what Compose refuses and what somebody else has changed", async () => {
    await make("edit");
    chmodSync(`${root}/edit/compose.yaml`, 0o640);
    await save("edit", "compose", compose("/bin/sleep 5"));
    expect(statSync(`${root}/edit/compose.yaml`).mode & 0o777).toBe(0o640);
    expect(readFileSync(`${root}/edit/compose.yaml`, "utf8")).toBe(compose("/bin/sleep 5"));

    const broken = "services:\n  web:\n    imagee: box\n";
    expect(await keyOf(save("edit", "compose", broken))).toBe("stack/invalid");
    expect(readFileSync(`${root}/edit/compose.yaml`, "utf8")).toBe(compose("/bin/sleep 5"));
    await save("edit", "compose", broken, true);
    expect(readFileSync(`${root}/edit/compose.yaml`, "utf8")).toBe(broken);

    const { path: at, etag } = await file("edit", "environment");
    writeFileSync(`${root}/edit/.env`, "A=1\n");
    const late = { name: "edit", path: at, text: "A=2\n", etag, force: true };
    expect(await keyOf(saveStackFile(late, await daemon.as("root")))).toBe("stack/changed");
    await save("edit", "environment", "A=3\n");
    expect(readFileSync(`${root}/edit/.env`, "utf8")).toBe("A=3\n");
    const elsewhere = { ...late, path: `${root}/edit/other`, etag: "" };
    expect(await keyOf(saveStackFile(elsewhere, await daemon.as("root")))).toBe("stack/not-found");
  }, 180_000);

  test("a project of elsewhere is adopted once it was seen, and forgotten without losing anything", async () => {
    const folder = path.join(dir, "elsewhere");
    mkdirSync(folder);
    writeFileSync(`${folder}/app.yaml`, compose());
    const labels = (files: string) =>
      ["project=far", `project.working_dir=${folder}`, `project.config_files=${files}`, "service=web"].flatMap(
        (label) => ["--label", `com.docker.compose.${label}`],
      );
    await daemon.run("far1", ...labels("app.yaml"));
    expect(await rowOf("far")).toMatchObject({ origin: "foreign", folder: null });
    expect(await keyOf(start("far", "stop"))).toBe("stack/not-found");

    const shown = await getAdoption({ name: "far" }, await daemon.as("root"));
    expect(shown).toMatchObject({
      folder,
      files: [{ path: `${folder}/app.yaml`, text: compose() }, { kind: "environment" }],
    });
    const files = shown.files.filter(({ kind }) => kind === "compose").map(({ path, etag }) => ({ path, etag }));
    const digest = shown.reading?.digest ?? "";
    expect(shown.reading?.text).toContain("command: /bin/sleep 1000");
    const adopt = async () => adoptStack({ name: "far", folder, files, digest }, await daemon.as("root"));
    writeFileSync(`${folder}/app.yaml`, compose("/bin/sh"));
    expect(await keyOf(adopt())).toBe("stack/changed");
    writeFileSync(`${folder}/app.yaml`, compose());
    await adopt();
    expect(await rowOf("far")).toMatchObject({ origin: "adopted", folder });
    expect((await file("far", "compose")).text).toBe(compose());

    await removeStack({ name: "far" }, await daemon.as("root"));
    expect(await rowOf("far")).toMatchObject({ origin: "foreign" });
    expect(readFileSync(`${folder}/app.yaml`, "utf8")).toBe(compose());

    await daemon.docker("rm", "-f", "far1");
    await daemon.run("far2", ...labels("../../etc/passwd"));
    expect(await keyOf(getAdoption({ name: "far" }, await daemon.as("root")))).toBe("stack/no-files");
  }, 180_000);

  test("somebody with every right to containers sees names and states, and nothing else", async () => {
    await make("mine");
    const mia = await daemon.as("mia");
    expect(await rowOf("mine", "mia")).toMatchObject({ id: "mine", folder: null });
    const { etag, path: at } = await file("mine", "compose");
    const refused: Promise<unknown>[] = [
      getStack({ name: "mine" }, mia),
      createStack({ name: "hers", text: compose(), environment: "" }, mia),
      saveStackFile({ name: "mine", path: at, text: "", etag, force: true }, mia),
      runStack({ name: "mine", action: "up", profiles: [], leftovers: [], build: false }, mia),
      runStack({ name: "mine", action: "cancel", profiles: [], leftovers: [], build: false }, mia),
      removeStack({ name: "mine" }, mia),
      getAdoption({ name: "mine" }, mia),
      adoptStack({ name: "mine", folder: dir, files: [{ path: at, etag }], digest: "" }, mia),
      getApproval({ name: "mine" }, mia),
      approveStack({ name: "mine", digest: "" }, mia),
      setStackFolder({ folder: dir }, mia),
    ];
    for (const one of refused) expect(await keyOf(one)).toBe("auth/root-only");
    expect(existsSync(`${root}/hers`)).toBe(false);
  });

  test("names are plain, and what is there already is not taken", async () => {
    for (const name of ["-rf", "..", "a/b", "A", ".x", "", "a b", "x".repeat(64)])
      expect([name, stackContract.createStack.input.safeParse({ name, text: "" }).success]).toEqual([name, false]);
    mkdirSync(`${root}/taken`);
    writeFileSync(`${root}/taken/data`, "mine");
    expect(await keyOf(make("taken"))).toBe("stack/refused");
    expect(readFileSync(`${root}/taken/data`, "utf8")).toBe("mine");
    expect(existsSync(`${root}/taken/compose.yaml`)).toBe(false);
    expect(await keyOf(make("mine"))).toBe("stack/exists");
    expect(await findCompose()).toMatchObject({ command: expect.stringMatching(/^docker[ -]compose$/) });
  });
});
