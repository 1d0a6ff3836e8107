import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyOf } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { listStacks } from "./list-stacks";
import { stacksProblem, startStacks, type Stacks } from "./stacks-fixture";

const problem = await stacksProblem();
const service = (name: string) =>
  `  ${name}: { image: box, command: /bin/sleep 1000, stop_signal: KILL, network_mode: none }\n`;

describe.skipIf(problem !== null)("which project a folder is", () => {
  let stacks: Stacks;
  undoTries(() => stacks.daemon);
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-stacks-"));
  beforeAll(async () => void (stacks = await startStacks(dir)));
  afterAll(async () => {
    await stacks.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const lay = (folder: string, files: Readonly<Record<string, string>>) => {
    mkdirSync(path.join(stacks.root, folder), { mode: 0o755 });
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(stacks.root, folder, file), text);
  };
  const rows = async () => (await listStacks({}, await stacks.asRoot())).stacks;
  const web = `services:\n${service("web")}`;

  test("it is what Compose calls it, and its services are those of its files", async () => {
    lay("My.App", { "compose.yaml": web });
    lay("named", { "compose.yaml": `name: other\n${web}` });
    lay("chosen", {
      ".env": "COMPOSE_PROJECT_NAME=third\nCOMPOSE_FILE=a.yaml:b.yaml\n",
      "a.yaml": web,
      "b.yaml": `services:\n${service("db")}`,
    });
    lay("again", { "compose.yaml": `name: third\n${web}` });
    const found = new Map((await rows()).map((row) => [path.basename(row.folder ?? ""), row]));
    expect(found.get("My.App")).toMatchObject({ id: "myapp", services: [{ name: "web", containers: 0 }] });
    expect(found.get("named")).toMatchObject({ id: "other" });
    const second = found.get("chosen");
    expect(second?.services.map(({ name }) => name)).toEqual(["db", "web"]);
    // Two folders that are one project to Compose are told apart, and only one of them runs.
    expect(found.get("again")?.id).toBe("third");
    expect(second?.id).toMatch(/^third\.[0-9a-f]{8}$/);
    expect(await keyOf(stacks.start(second?.id ?? "", "up"))).toBe("stack/exists");
  }, 120_000);

  test("a project that runs from a folder is that stack, and what its files lost is named and deleted when it was seen", async () => {
    lay("here", { "compose.yaml": `${web}${service("old")}` });
    const folder = path.join(stacks.root, "here");
    for (const name of ["web", "old"]) {
      const said = [
        "project=elsewhere",
        `project.working_dir=${folder}`,
        `service=${name}`,
        "config-hash=x",
        "oneoff=False",
        "container-number=1",
      ];
      await stacks.daemon.run(
        `elsewhere_${name}_1`,
        ...said.flatMap((label) => ["--label", `com.docker.compose.${label}`]),
      );
    }
    expect((await rows()).filter((row) => row.id === "here" || row.id === "elsewhere")).toMatchObject([
      {
        id: "elsewhere",
        folder,
        origin: "own",
        leftovers: [],
        builds: false,
        services: [{ name: "old" }, { name: "web" }],
      },
    ]);
    writeFileSync(path.join(folder, "compose.yaml"), web);
    expect(await stacks.rowOf("elsewhere")).toMatchObject({
      leftovers: ["elsewhere_old_1"],
      services: [{ name: "web" }],
    });
    await stacks.approve("elsewhere");
    expect(await keyOf(stacks.start("elsewhere", "up", { leftovers: ["another"] }))).toBe("stack/changed");
    await stacks.run("elsewhere", "up", { leftovers: ["elsewhere_old_1"] });
    // No second copy, and nothing left over.
    const names = await stacks.daemon.docker(
      "ps",
      "-a",
      "--filter",
      "label=com.docker.compose.project",
      "--format",
      "{{.Names}}",
    );
    expect(names).toBe("elsewhere_web_1");
  }, 240_000);
});
