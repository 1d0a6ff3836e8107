import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import english from "@/messages/en/about.json";
import { allHostFlags, hostFeatures, hostHeading } from "./host-features";

const rows = hostFeatures.map(({ id, flags }) => [english.hostFeatures.names[id], flags.map((flag) => `\`${flag}\``)]);

/** The rows of the table under the heading: a feature, and what it takes. */
function tableIn(file: string): unknown[] {
  const text = readFileSync(file, "utf8");
  const [, section = ""] = text.split(new RegExp(`^#+ ${hostHeading}$`, "m"));
  const lines = (section.split(/^#+ /m)[0] ?? "").split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) => {
    const [feature = "", flags = ""] = line.slice(1, -1).split("|");
    return [feature.trim(), flags.match(/`[^`]+`/g) ?? []];
  });
}

test.each(["README.md", "docs/operator.md"])("the table in %s is that of the health page", (file) => {
  expect(tableIn(file)).toEqual(rows);
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
