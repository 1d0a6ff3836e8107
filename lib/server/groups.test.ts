import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { channels, contracts } from "@/lib/contracts/all";
import type { Channel } from "@/lib/contracts/channel";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { consoleFeatures } from "@/components/features";
import { groups } from "./groups";

const folders = readdirSync("lib/server", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const nameOf = ({ method, path: address }: Endpoint) => `${method} ${address}`;

it("serves every contract's endpoints, each once", () => {
  const promised = Object.values(contracts).flatMap((contract) => Object.values<Endpoint>(contract).map(nameOf));
  const served = groups.flatMap(({ routes }) => routes.map(({ endpoint }) => nameOf(endpoint)));
  expect(served.toSorted()).toEqual(promised.toSorted());
  expect(new Set(served).size).toBe(served.length);
});

it("serves every channel, each once, by a name that begins with its group's", () => {
  const promised = Object.values(channels).flatMap((ofGroup) =>
    Object.values<Channel>(ofGroup).map(({ name }) => name),
  );
  const served = groups.flatMap(({ channels: ofGroup = [], name }) =>
    ofGroup.map(({ channel }) => ({ name, channel: channel.name })),
  );
  expect(served.map(({ channel }) => channel).toSorted()).toEqual(promised.toSorted());
  expect(new Set(promised).size).toBe(promised.length);
  for (const { name, channel } of served) expect(channel.startsWith(`${name}/`)).toBe(true);
});

it("lists every folder that has something to serve, under the folder's name", () => {
  const serving = folders.filter((folder) =>
    readdirSync(path.join("lib/server", folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .some((name) => {
        const text = readFileSync(path.join("lib/server", folder, name), "utf8");
        return name.endsWith("-group.ts") || /: (?:Byte|Text)?Service<typeof \w+Contract\./.test(text);
      }),
  );
  expect(groups.map(({ name }) => name).toSorted()).toEqual(serving.toSorted());
  for (const folder of serving) expect(readdirSync(`lib/server/${folder}`)).toContain(`${folder}-group.ts`);
});

it("knows each setting by a name of its own", () => {
  const names = groups.flatMap(({ settings = [] }) => settings.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});

it("declares the kinds of tasks that the features of the browser have words for", () => {
  const declared = groups.flatMap(({ tasks = [] }) => tasks.map(({ kind }) => kind));
  const worded = consoleFeatures.flatMap(({ tasks = [] }) => tasks.map(({ kind }) => kind));
  expect(declared.toSorted()).toEqual(worded.toSorted());
  expect(new Set(declared).size).toBe(declared.length);
});

it("knows each way of undoing by a name of its own", () => {
  const names = groups.flatMap(({ undo = [] }) => undo.map(({ kind }) => kind));
  expect(new Set(names).size).toBe(names.length);
});

it("keeps tasks that need no permission, or that tokens cannot begin, out of the reach of tokens", () => {
  const kinds = groups.flatMap(({ tasks = [] }) => tasks);
  const isNamed = ({ access }: (typeof kinds)[number]) => access !== "session" && access !== "any-session";
  expect(kinds.filter((kind) => kind.token && !isNamed(kind)).map(({ kind }) => kind)).toEqual([]);
  // What tokens can ask for is asked by whoever declares a kind: these are for people in a browser.
  expect(kinds.filter(({ token }) => !token).map(({ kind }) => kind)).toEqual(["backup", "quick-command"]);
});
