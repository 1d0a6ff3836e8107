import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import english from "@/messages/en/about.json";
import { allHostFlags, hostFeatures, hostHeading } from "./host-features";

const rows = hostFeatures.map(({ id, flags }) => [english.hostFeatures.names[id], flags.map((flag) => `\`${flag}\``)]);

/** What is under the heading. */
function sectionIn(file: string): string {
  const [, section = ""] = readFileSync(file, "utf8").split(new RegExp(`^#+ ${hostHeading}$`, "m"));
  return section.split(/^#+ /m)[0] ?? "";
}

/** The rows of its table: a feature, and what it takes. */
function tableIn(file: string): unknown[] {
  const lines = sectionIn(file)
    .split("\n")
    .filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) => {
    const [feature = "", flags = ""] = line.slice(1, -1).split("|");
    return [feature.trim(), flags.match(/`[^`]+`/g) ?? []];
  });
}

test.each(["README.md", "docs/operator.md"])("the table in %s is that of the health page", (file) => {
  expect(tableIn(file)).toEqual(rows);
});

test("the command in README.md gives all of them", () => {
  const [, command = ""] = /^```sh\n(docker run [^`]*)```$/m.exec(sectionIn("README.md")) ?? [];
  expect(allHostFlags.filter((flag) => !command.includes(flag))).toEqual([]);
});

test("the compose file gives all of them, and nothing else", () => {
  const { services } = parse(readFileSync("examples/manage-host.compose.yaml", "utf8"));
  const { pid, cap_add, security_opt, device_cgroup_rules, volumes, privileged } = services.filedeck;
  const given = [
    ...volumes.filter((one: string) => one.includes("docker.sock")).map((one: string) => `-v ${one}`),
    `--pid=${pid}`,
    ...cap_add.map((one: string) => `--cap-add=${one}`),
    ...security_opt
      .filter((one: string) => one.startsWith("apparmor"))
      .map((one: string) => `--security-opt=${one.replace(":", "=")}`),
    ...device_cgroup_rules.map((one: string) => `--device-cgroup-rule='${one}'`),
  ];
  expect(new Set(given)).toEqual(new Set(allHostFlags));
  expect(privileged).toBeUndefined();
});
