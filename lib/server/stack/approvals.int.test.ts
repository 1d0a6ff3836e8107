import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyOf } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { getApp } from "@/lib/server/runtime/app";
import { adoptStack, getAdoption } from "./adopt-stack";
import { createVolume } from "@/lib/server/volume/change-volumes";
import { createNetwork } from "@/lib/server/network/change-networks";
import { approveStack, getApproval, getApproved } from "./approve-stack";
import { getStackPlace } from "./stack-places";
import "./stack-group"; // tells of the names that are approved
import { createStack, getStack, saveStackFile } from "./stack-files";
import { setStackFolder } from "./stack-info";
import { stackSetting } from "./stack-setting";
import { endOf, stacksProblem, startStacks, type Stacks } from "./stacks-fixture";

const problem = await stacksProblem();
const service = (more = "") =>
  `services:\n  web:\n    image: box\n    command: /bin/sleep 1000\n    stop_signal: KILL\n    network_mode: none\n${more}`;

describe.skipIf(problem !== null)("what is approved of a stack", () => {
  let stacks: Stacks;
  undoTries(() => stacks.daemon);
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-stacks-"));
  beforeAll(async () => void (stacks = await startStacks(dir)));
  afterAll(async () => {
    await stacks.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const fileIn = (name: string, file: string) => path.join(stacks.root, name, file);
  const lay = (name: string, files: Readonly<Record<string, string>>) => {
    mkdirSync(path.join(stacks.root, name), { mode: 0o755 });
    for (const [file, text] of Object.entries(files)) writeFileSync(fileIn(name, file), text);
  };
  const inspect = (format: string, project: string) =>
    stacks.daemon
      .docker("ps", "-aq", "--filter", `label=com.docker.compose.project=${project}`)
      .then((ids) => stacks.daemon.docker("inspect", "-f", format, ...ids.split("\n")));

  test("files that nobody has approved are not run, and are once somebody has looked at them", async () => {
    lay("fresh", { "compose.yaml": service() });
    for (const action of ["up", "pull", "restart", "stop", "down"] as const)
      expect(await keyOf(stacks.start("fresh", action))).toBe("stack/unapproved");
    const { approved, now } = await stacks.approve("fresh");
    expect(approved).toBeNull();
    expect(now).toContain("command: /bin/sleep 1000");
    await stacks.run("fresh", "up");
    expect(await inspect("{{.State.Status}}", "fresh")).toBe("running");
    await stacks.run("fresh", "down");
    expect(await stacks.rowOf("fresh")).toMatchObject({ services: [{ name: "web", containers: 0 }] });
  });

  test.each([
    ["the Compose file", "compose.yaml", service("    volumes: [/:/host]\n"), "/:/host"],
    ["an override", "compose.override.yaml", "services: { web: { privileged: true } }\n", "privileged: true"],
    ["a file of variables", "web.env", "A=2\n", "A: '2'"],
    ["a file that is extended", "base.yaml", "services: { base: { image: box, pid: host } }\n", "pid: host"],
    ["the environment", ".env", "TAG=latest\nEVIL=yes\n", "EVIL=yes"],
    ["a Dockerfile", "made/Dockerfile", "FROM box\nRUN rm -rf /\n", "SHA-256"],
  ])(
    "a change of %s is shown, and neither deployed nor pulled for before it is approved",
    async (what, file, text, shown) => {
      const name = what.replaceAll(/\W/g, "").toLowerCase();
      lay(name, {
        "compose.yaml": `${service("    env_file: web.env\n")}  other:\n    extends: { file: base.yaml, service: base }\n    image: "box:\${TAG}"\n  made:\n    build: ./made\n`,
        "web.env": "A=1\n",
        "base.yaml": "services: { base: { image: box } }\n",
        ".env": "TAG=latest\n",
      });
      mkdirSync(fileIn(name, "made"));
      writeFileSync(fileIn(name, "made/Dockerfile"), "FROM box\n");
      await stacks.approve(name);
      writeFileSync(fileIn(name, file), text);
      expect(await keyOf(stacks.start(name, "up"))).toBe("stack/unapproved");
      expect(await keyOf(stacks.start(name, "pull"))).toBe("stack/unapproved");
      const { approved, now } = await getApproval({ name }, await stacks.asRoot());
      expect(approved).not.toBeNull();
      expect(now).toContain(shown);
      expect(now).not.toBe(approved);
    },
    60_000,
  );

  test("what runs is what was approved, whatever the files have become since Compose was started", async () => {
    lay("swap", {
      "compose.yaml": service('    env_file: web.env\n    environment: { B: "$$HOME" }\n'),
      "web.env": "A=good$\n",
    });
    await stacks.approve("swap");
    // Compose has begun, and takes its time: what it is given is a copy.
    await stacks.start("swap", "up");
    writeFileSync(fileIn("swap", "web.env"), "A=evil\n");
    writeFileSync(fileIn("swap", "compose.yaml"), service().replace("1000", "2000"));
    await endOf("swap");
    expect(await inspect("{{.Config.Cmd}}", "swap")).toBe("[/bin/sleep 1000]");
    const environment = await inspect("{{.Config.Env}}", "swap");
    expect(environment).toContain("A=good$");
    expect(environment).toContain("B=$HOME");
    // To stop it needs nobody's leave.
    await stacks.run("swap", "stop");
    await stacks.run("swap", "down");
    expect(await stacks.rowOf("swap")).toMatchObject({ services: [{ name: "web", containers: 0 }] });
  });

  test("an approval counts for what was looked at alone", async () => {
    lay("late", { "compose.yaml": service() });
    const { digest } = await getApproval({ name: "late" }, await stacks.asRoot());
    writeFileSync(fileIn("late", "compose.yaml"), service("    privileged: true\n"));
    expect(await keyOf(approveStack({ name: "late", digest }, await stacks.asRoot()))).toBe("stack/changed");
    expect(await keyOf(stacks.start("late", "up"))).toBe("stack/unapproved");
  }, 120_000);

  test("what was kept is not run once it is not what was approved", async () => {
    lay("kept", { "compose.yaml": service() });
    await stacks.approve("kept");
    const digest = stackSetting.get().approved.find((one) => one.name === "kept")?.digest ?? "";
    const kept = path.join(getApp().env.dataDir, "approved-stacks");
    writeFileSync(path.join(kept, `${digest}.yaml`), service("    privileged: true\n"));
    expect(await keyOf(stacks.start("kept", "stop"))).toBe("stack/unapproved");
    await stacks.approve("kept");
    // Nothing is left over of what is approved no more, nor of looking.
    const names = new Set(stackSetting.get().approved.map((one) => one.digest));
    expect(readdirSync(kept).filter((file) => !names.has(file.split(".")[0] ?? ""))).toEqual([]);
  }, 120_000);

  test("where a folder of a container leads is approved with it", async () => {
    lay("links", { "compose.yaml": service("    volumes: [./data:/data]\n") });
    mkdirSync(fileIn("links", "data"));
    await stacks.approve("links");
    renameSync(fileIn("links", "data"), fileIn("links", "old"));
    symlinkSync("/etc", fileIn("links", "data"));
    expect(await keyOf(stacks.start("links", "up"))).toBe("stack/unapproved");
    const { now } = await getApproval({ name: "links" }, await stacks.asRoot());
    expect(now).toContain(`# "${fileIn("links", "data")}" leads to "/etc"`);
    // A name cannot say more than it is, to whatever reads it.
    const odd = "d\nservices: {}";
    const volume = (source: string) =>
      service(`    volumes: [{ type: bind, source: ${JSON.stringify(`./${source}`)}, target: /data }]\n`);
    lay("odd", { "compose.yaml": volume(odd) });
    symlinkSync("/etc", fileIn("odd", odd));
    const lines = (await getApproval({ name: "odd" }, await stacks.asRoot())).now.split("\n");
    expect(lines.filter((line) => line.startsWith("services:"))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('leads to "/etc"'))).toHaveLength(1);
    writeFileSync(fileIn("odd", "compose.yaml"), volume("d\u2028services: {}"));
    expect(await keyOf(getApproval({ name: "odd" }, await stacks.asRoot()))).toBe("stack/invalid");
  }, 120_000);

  test("saving here approves, but not what others have changed beside it", async () => {
    await createStack(
      { name: "edited", text: service("    env_file: /dev/null\n").replace("/dev/null", "web.env"), environment: "" },
      await stacks.asRoot(),
    );
    // Its variables were not there yet.
    expect(await keyOf(stacks.start("edited", "stop"))).toBe("stack/unapproved");
    writeFileSync(fileIn("edited", "web.env"), "A=1\n");
    await stacks.approve("edited");
    const save = async (text: string) => {
      const [file] = (await getStack({ name: "edited" }, await stacks.asRoot())).files;
      await saveStackFile(
        { name: "edited", path: file?.path ?? "", text, etag: file?.etag ?? "", force: false },
        await stacks.asRoot(),
      );
    };
    const text = service("    env_file: web.env\n");
    await save(text.replace("1000", "1001"));
    expect((await getApproval({ name: "edited" }, await stacks.asRoot())).approved).toContain("sleep 1001");
    writeFileSync(fileIn("edited", "web.env"), "A=evil\n");
    await save(text.replace("1000", "1002"));
    expect(await keyOf(stacks.start("edited", "up"))).toBe("stack/unapproved");
    expect((await getApproval({ name: "edited" }, await stacks.asRoot())).approved).toContain("sleep 1001");
  }, 240_000);

  test("a folder that others can write is neither adopted nor run from", async () => {
    const far = path.join(stacks.dir, "theirs");
    mkdirSync(far, { mode: 0o755 });
    writeFileSync(`${far}/app.yaml`, service());
    const labels = ["project=theirs", `project.working_dir=${far}`, "project.config_files=app.yaml", "service=web"];
    await stacks.daemon.run("theirs", ...labels.flatMap((label) => ["--label", `com.docker.compose.${label}`]));
    const adoption = async () => getAdoption({ name: "theirs" }, await stacks.asRoot());
    for (const change of [() => chmodSync(far, 0o777), () => chmodSync(far, 0o1777), () => chownSync(far, 4242, 0)]) {
      change();
      expect(await keyOf(adoption())).toBe("stack/open-folder");
      chmodSync(far, 0o755);
    }
    chownSync(far, 0, 0);
    const { folder, files, reading } = await adoption();
    const chosen = {
      name: "theirs",
      folder,
      files: files.slice(0, 1).map(({ path: at, etag }) => ({ path: at, etag })),
    };
    chmodSync(far, 0o775);
    const adopt = async (digest: string) => adoptStack({ ...chosen, digest }, await stacks.asRoot());
    expect(await keyOf(adopt(reading?.digest ?? ""))).toBe("stack/open-folder");
    chmodSync(far, 0o755);
    expect(await keyOf(adopt(""))).toBe("stack/changed");
    await adopt(reading?.digest ?? "");
    chmodSync(far, 0o775);
    expect(await keyOf(stacks.start("theirs", "up"))).toBe("stack/open-folder");
    chmodSync(far, 0o755);
    expect(await keyOf(setStackFolder({ folder: "/tmp" }, await stacks.asRoot()))).toBe("stack/open-folder");
  }, 120_000);

  test("an image that came from no registry is approved itself, and names of volumes and networks are not given to others", async () => {
    const { docker } = stacks.daemon;
    await docker("tag", "box", "local:1");
    await docker("commit", "plain", "evil:1");
    const text = service("    volumes: [data:/data]\n").replace("image: box", "image: local:1");
    lay("local", { "compose.yaml": `${text}volumes: { data: {} }\n` });
    const { now } = await stacks.approve("local");
    const id = (name: string) => docker("inspect", "-f", "{{.Id}}", "--type", "image", name);
    expect(now).toContain(`# the image "local:1" is ${await id("local:1")}, from no registry`);
    // A registry of this machine is whoever publishes its port.
    await docker("tag", "box", "localhost:5000/near:1");
    lay("near", { "compose.yaml": service().replace("image: box", "image: localhost:5000/near:1") });
    expect((await stacks.approve("near")).now).toContain(`${await id("box")}, from a registry on this machine`);
    expect(await keyOf(getApproved(await getStackPlace("local"), { isNew: true }))).toBe("done");

    await stacks.daemon.permit("mia", ["docker_view", "docker_volume_update", "docker_network_update"]);
    const mia = await stacks.daemon.as("mia");
    const volume = { driver: "local", options: {}, labels: {} };
    expect(await keyOf(createVolume({ name: "local_data", ...volume }, mia))).toBe("auth/root-only");
    expect(await keyOf(createVolume({ name: "data", ...volume }, mia))).toBe("done");
    const network = { internal: false, subnet: "", gateway: "", ip_range: "" };
    expect(await keyOf(createNetwork({ name: "local_default", ...network }, mia))).toBe("auth/root-only");

    // Whoever moves it, it is asked about again; what others named, or a registry has, is not.
    await docker("tag", "evil:1", "local:1");
    expect(await keyOf(stacks.start("local", "up"))).toBe("stack/unapproved");
    await docker("tag", "box", "local:1");
    expect(await keyOf(getApproved(await getStackPlace("local"), { isNew: true }))).toBe("done");
    await docker("rmi", "local:1");
    expect(await keyOf(getApproved(await getStackPlace("local"), { isNew: true }))).toBe("stack/unapproved");
  }, 120_000);
});
