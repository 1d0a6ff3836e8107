import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import generateTypes, { type OpenAPI3 } from "openapi-typescript";
import { expect, test } from "vitest";
import { z } from "zod";
import { buildOpenapi } from "./openapi";
import { createSchemas } from "./openapi-schemas";

const document = await buildOpenapi({ version: "1.0.0", basePath: "/base" });
const source = JSON.stringify(document);

type Responses = Record<string, { $ref?: string }>;
const operations = Object.entries(
  document["paths"] as Record<string, Record<string, { responses: Responses }>>,
).flatMap(([address, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${address}`, ...operation })),
);

test("a linter finds no error in the document: every reference resolves, every operation lists failures", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    // Values that can be anything, or nothing: what they are is said in words.
    rules: { "no-illogical-composition-keywords": "off" },
  });
  const problems = await lintFromString({ source, config, absoluteRef: "/openapi.json" });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test("types that a generator makes of it compile", { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "filedeck-openapi-"));
  try {
    const types = await generateTypes(JSON.parse(source) as OpenAPI3, {}); // what the linter has accepted
    writeFileSync(path.join(folder, "api.ts"), types);
    writeFileSync(
      path.join(folder, "use.ts"),
      `import type { components, operations } from "./api";
type Boards = operations["navindex.listBoards"]["responses"][200]["content"]["application/json"]["data"]["boards"];
type Folder = components["schemas"]["NavFolder"];
const inner: Folder = { id: "a", kind: "folder", title: "t", color: "blue", items: [] };
export const outer: Boards[number]["items"][number] = { ...inner, items: [inner] };
// @ts-expect-error -- a folder is no number
export const wrong: Folder["items"] = [1];
export const failed: operations["file.rename"]["responses"][409]["content"]["application/json"]["requestId"] = "r";
`,
    );
    const tsc = path.join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");
    const args = ["--noEmit", "--strict", "--skipLibCheck", "false", "--types", "", "--ignoreConfig"];
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, ...args, "use.ts", "api.ts"], {
      cwd: folder,
    }).catch((error: { stdout: string }) => error);
    expect(stdout).toBe("");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("what an operation answers when it is refused follows from who may call it", () => {
  const statuses = (name: string) => Object.keys(operations.find((one) => one.name === name)?.responses ?? {});
  expect(statuses("get /navindex/boards")).toEqual(expect.arrayContaining(["200", "400", "401", "403", "429", "500"]));
  expect(statuses("post /user/login")).toEqual(expect.arrayContaining(["400", "401", "403", "413", "429"]));
  expect(statuses("post /file/rename")).toEqual(expect.arrayContaining(["404", "409", "423", "507"]));
  expect(statuses("get /share/{link}/list")).toContain("410");
});

test("whatever refers to itself is a schema of the document", () => {
  type Tree = { name: string; children: Tree[] };
  const tree: z.ZodType<Tree> = z.object({
    name: z.string(),
    get children() {
      return z.array(tree);
    },
  });
  const lazy: z.ZodType = z.lazy(() => z.object({ next: lazy.optional() }));
  const { toSchema, named } = createSchemas();
  for (const schema of [
    tree,
    z.object({ trees: z.array(tree) }),
    lazy,
    z.object({ json: z.json() }),
    z.object({ lazy }),
  ])
    for (const io of ["input", "output"] as const) {
      const described = JSON.stringify([toSchema(schema, io), named]);
      expect(described).not.toContain("$defs");
      for (const [, reference] of described.matchAll(/"\$ref":"([^"]*)"/g))
        expect(Object.keys(named)).toContain(/^#\/components\/schemas\/(\w+)$/.exec(reference ?? "")?.[1]);
    }
});
