// What the files of a stack may cost others: node --import tsx bench/hostile-stack.ts [word]   (needs a build, dockerd, and Compose)
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { call, signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { startDockerd } from "@/lib/server/process/dockerd-fixture";
import { createDisturbance } from "./support/disturbance";

const wanted = process.argv[2] ?? "";
const daemon = await startDockerd();
const server = await startFiledeck({ env: { DOCKER_HOST: daemon.env["DOCKER_HOST"] ?? "" } });
const session = await signIn(server);
const attack = createDisturbance(server, { other: await signIn(server), wanted });
const stacks = path.join(server.dataDir, "stacks");
const most = 1_000_000;

/** What an administrator's own calls on a stack answer, with how long it took: it is looked at, listed, and asked what would run. */
async function look(id: string): Promise<string[]> {
  const asked = [`stack/${id}`, "stack/list", `stack/${id}/approval`];
  const beganMs = performance.now();
  const statuses = await Promise.all(asked.map(async (one) => (await call(server, one, { session })).status));
  return [...statuses.map(String), `${((performance.now() - beganMs) / 1000).toFixed(1)} s`];
}

/** A stack with these files, looked at four times at once. */
async function write(name: string, files: Readonly<Record<string, string>>): Promise<void> {
  const id = name.replaceAll(/[^a-z0-9]+/g, "-").slice(0, 40);
  const folder = path.join(stacks, id);
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  await attack(name, () => Promise.all(Array.from({ length: 4 }, () => look(id))));
}

const service = "services: { web: { image: box } }\n";
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join("");
const long = (head: string, line: (index: number) => string) => {
  const count = Math.floor((most - head.length) / (line(99_999).length + 1));
  return head + lines(count, line);
};

try {
  mkdirSync(path.join(server.filesDir, "small"));
  await write("aliases of aliases", {
    "compose.yaml": `x-0: &a0 [x, x, x, x, x, x, x, x, x, x]\n${lines(12, (index) => `x-${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(10)}x]\n`)}${service}`,
  });
  await write("a megabyte of services", {
    "compose.yaml": long("services:\n", (index) => `  s${index}: { image: box }\n`),
  });
  await write("a megabyte of aliases", {
    "compose.yaml": long("x-a: &a { b: c }\nx-b:\n", () => "  - *a\n") + service,
  });
  await write("a megabyte of merges", {
    "compose.yaml": `x-a: &a { image: box }\nservices:\n  web:\n    <<: [${"*a, ".repeat(240_000)}*a]\n`,
  });
  await write("lists in lists", { "compose.yaml": `x-a: ${"[".repeat(400_000)}${"]".repeat(400_000)}\n${service}` });
  await write("maps in maps", { "compose.yaml": `x-a: ${"{a: ".repeat(200_000)}1${"}".repeat(200_000)}\n${service}` });
  await write("indented without end", {
    "compose.yaml": `x-a:\n${lines(1_300, (index) => `${" ".repeat(index + 1)}a:\n`)}${service}`,
  });
  await write("a line of a megabyte", { "compose.yaml": `x-a: "${"\\n".repeat(450_000)}"\n${service}` });
  await write("an unfinished quote", { "compose.yaml": `x-a: '${"''".repeat(450_000)}\n${service}` });
  await write("variables in variables", {
    "compose.yaml": `services: { web: { image: "${"${A:-".repeat(20_000)}x${"}".repeat(20_000)}" } }\n`,
  });
  await write("a megabyte of variables", {
    "compose.yaml": `services: { web: { image: box, environment: { A: "${"${A}".repeat(200_000)}" } } }\n`,
    ".env": long("A=x\n", (index) => `B${index}=\${A}\${A}\n`),
  });
  await write("variables that double", {
    "compose.yaml": `services: { web: { image: box, environment: { A: "\${A40}" } } }\n`,
    ".env": `A0=xxxxxxxxxx\n${lines(40, (index) => `A${index + 1}=\${A${index}}\${A${index}}\n`)}`,
  });
  await write("a file that includes itself", { "compose.yaml": `include: [compose.yaml]\n${service}` });
  await write("files that extend each other", {
    "compose.yaml": "services: { web: { extends: { file: other.yaml, service: web } } }\n",
    "other.yaml": "services: { web: { extends: { file: compose.yaml, service: web } } }\n",
  });
  await write("files that take four of another", {
    "compose.yaml": `include: [${"a.yaml, ".repeat(200)}a.yaml]\n${service}`,
    "a.yaml": `include: [${"b.yaml, ".repeat(200)}b.yaml]\n`,
    "b.yaml": `include: [${"c.yaml, ".repeat(200)}c.yaml]\n`,
    "c.yaml": service,
  });
  await write("a device as file", { "compose.yaml": `services: { web: { image: box, env_file: [/dev/zero] } }\n` });
} finally {
  await server.remove();
  await daemon.stop();
}
