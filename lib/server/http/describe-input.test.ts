import { expect, it } from "vitest";
import { z } from "zod";
import { contracts } from "@/lib/contracts/all";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { noChanges } from "@/lib/server/base/describe-changes";
import { tellingOf, toldNames } from "@/lib/server/base/told-fields";
import { describeInput } from "./describe-input";
import { targetFieldOf } from "./describe-target";

type Schema = { properties?: Record<string, unknown>; anyOf?: Schema[]; oneOf?: Schema[]; allOf?: Schema[] };

const fieldsOf = ({ properties, anyOf = [], oneOf = [], allOf = [] }: Schema): string[] =>
  properties === undefined ? [...anyOf, ...oneOf, ...allOf].flatMap(fieldsOf) : Object.keys(properties);

/** Every field of every call that the audit log records. */
const recorded = Object.values(contracts)
  .flatMap((contract) => Object.values<Endpoint>(contract))
  .filter(({ audit }) => audit)
  .flatMap((endpoint) => {
    const schema = z.toJSONSchema(endpoint.input, { io: "input", unrepresentable: "any" }) as Schema; // what it is
    return [...new Set(fieldsOf(schema))].map((name) => ({ endpoint, name }));
  });

const describe = (path: string, input: unknown, target: string | readonly string[] | null = null) => {
  const endpoint = recorded.find((one) => one.endpoint.path === path)?.endpoint;
  if (endpoint === undefined) throw new Error(`no ${path}`);
  return describeInput({ endpoint, input, told: { target, changes: noChanges }, isNamed: true });
};

it("has decided about every field of every call that is recorded, and about none that there is not", () => {
  const open = recorded.filter(({ endpoint, name }) => tellingOf(name, endpoint.path) === null);
  expect(open.map(({ endpoint, name }) => `${endpoint.path}.${name}`)).toEqual([]);
  const there = new Set(recorded.flatMap(({ endpoint, name }) => [name, `${endpoint.path}.${name}`]));
  expect(toldNames.filter((name) => !there.has(name))).toEqual([]);
  expect(toldNames.filter((name, at) => toldNames.indexOf(name) !== at)).toEqual([]);
});

it("tells of every field of every call, by its target or besides, but of those that are listed as untold", () => {
  const silent = recorded.filter(({ endpoint, name }) => {
    const input = { [name]: "given" };
    const told = { target: null, changes: noChanges };
    const isTold = describeInput({ endpoint, input, told, isNamed: true }).startsWith(name);
    return !isTold && targetFieldOf(input) !== name && name !== "to" && tellingOf(name, endpoint.path) !== "untold";
  });
  expect(silent.map(({ endpoint, name }) => `${endpoint.path}.${name}`)).toEqual([]);
});

it("tells what a call was given beside what it is about, and not what nobody had to say", () => {
  const files = ["demo/a", "demo/b"];
  expect(describe("file/delete", { files, permanent: true })).toBe("permanent: true");
  expect(describe("file/delete", { files, permanent: false })).toBe("");
  const archive = { files, to: "demo", name: "all.zip", format: "7z", password: "swordfish" };
  expect(describe("file/compress", archive)).toBe("name: all.zip; format: 7z; password");
  const attributes = { files, mode: 0o4755, owner: "root", recursive: true };
  expect(describe("file/attributes", attributes)).toBe("mode: 04755; owner: root; recursive: true");
});

it("says nothing twice that the target has, as a whole", () => {
  const unit = { unit: "a.service", scope: "mia", action: "stop" };
  expect(describe("systemd/units/{unit}/action", unit, "a.service stop (mia)")).toBe("");
  expect(describe("systemd/units/{unit}/action", unit, "a.service stopped (mia)")).toBe("action: stop");
});

it("tells no secret: neither what is one, nor what may hold one", () => {
  const secret = "swordfish-1234567";
  const given = (name: string) => [secret, [`password=${secret}`], { [name]: secret }, `https://a.example/${secret}`];
  for (const name of ["password", "passphrase", "secret", "token", "auth", "url", "environment", "text", "file"])
    for (const value of given(name)) expect(describe("notify/push", { [name]: value })).not.toContain(secret);
  expect(describe("volume/create", { options: { o: `password=${secret}` } })).toBe("options");
  expect(describe("disk/mount", { options: ["ro", `password=${secret}`] })).toBe("options: ro, password=***");
});

it("tells of a container no command, which may have secrets, and of what is long its beginning", () => {
  expect(describe("docker/containers", { command: ["--requirepass", "swordfish"] })).toBe("command");
  const [options, long] = [Array.from({ length: 60_000 }, (_, at) => `o${at}`), "x".repeat(1_000_000)];
  expect(describe("disk/mount", { options })).toMatch(/…\(\d+\)/);
  expect(describe("disk/mount", { options: [long] })).toContain("…");
});
