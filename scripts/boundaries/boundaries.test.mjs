import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findCircles } from "./find-circles.mjs";
import { findProblem, serverLayers } from "./rules.mjs";

const root = path.resolve(import.meta.dirname, "../..");

test.each([
  ["lib/shared/a.ts", "@/lib/shared/b", null],
  ["lib/shared/a.ts", "@/lib/contracts/b", "pure"],
  ["lib/shared/a.ts", "node:path", "pure"],
  ["lib/shared/a.ts", "react", "pure"],
  ["lib/contracts/a.ts", "zod", null],
  ["lib/contracts/a.ts", "@/lib/server/b", "lib/shared only"],
  ["lib/client/a.ts", "@/lib/contracts/b", null],
  ["lib/client/a.ts", "@/components/ui/b", "client sees"],
  ["components/ui/a.tsx", "next-intl", "kit"],
  ["components/ui/a.tsx", "@/lib/client/b", "kit"],
  ["components/layout/a.tsx", "@/components/ui/b", null],
  ["components/layout/a.tsx", "@/components/user/b", "layer below"],
  ["components/user/a.tsx", "@/components/layout/b", null],
  ["components/user/a.tsx", "@/components/user/c/b", null],
  ["components/user/a.tsx", "@/components/audit/b", "islands"],
  ["components/user/a.tsx", "@/components/domain/task/b", null],
  ["components/domain/task/a.tsx", "@/components/user/b", "layer below"],
  ["components/domain/task/a.tsx", "@/components/registry/b", "layer below"],
  ["components/registry/a.tsx", "@/components/features", "Only app/"],
  ["app/a.tsx", "@/components/features", null],
  ["components/user/a.tsx", "@/lib/server/b", "Browser code"],
  ["components/user/a.tsx", "@/app/b", "Browser code"],
  ["lib/server/file/a.ts", "@/components/ui/b", "server sees"],
  ["lib/server/file/a.ts", "@/lib/server/start/b", "puts groups together"],
  ["lib/server/http/a.ts", "@/lib/server/session/b", null],
  ["lib/server/http/a.ts", "@/lib/server/file/b", "layer below"],
  ["lib/server/file/a.ts", "@/lib/server/trash/b", null],
  ["lib/server/file/a.ts", "node:fs", "file system"],
  ["lib/server/storage/a.ts", "node:fs", null],
  ["lib/server/storage/a.ts", "@/lib/server/storage/local/b", null],
  ["lib/server/file/a.ts", "@/lib/server/storage/local/b", "its adapters"],
  ["lib/server/ssh/a.ts", "@/lib/server/storage/sftp/sftp-resolver", "its adapters"],
  ["lib/server/ssh/a.ts", "@/lib/server/storage/sftp/create-sftp-session", null],
  ["lib/server/storage/a.ts", "@/lib/contracts/b", "Storage sees"],
  ["lib/server/file/a.ts", "node:child_process", "spawnChild"],
  ["app/a.ts", "../b", "@/…"],
  ["app/a.tsx", "@/components/user/b", null],
])("%s importing %s: %s", (from, specifier, message) => {
  expect(findProblem(from, specifier) ?? "nothing").toContain(message ?? "nothing");
});

test("finds a circle of folders, and what ties it", () => {
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-circles-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const [file, text] of Object.entries({
    "in/a/x.ts": 'import type { Y } from "@/in/b/y";',
    "in/b/y.ts": 'export { z } from "@/in/c/z";',
    "in/c/z.ts": 'const later = () => import("@/in/a/x");',
    "in/d/w.ts": 'import "@/in/a/x";',
  })) {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    writeFileSync(path.join(dir, file), text);
  }
  expect(findCircles(dir, "in")).toEqual([
    { names: ["a", "b", "c"], ties: ["in/a/x.ts → in/b/y", "in/b/y.ts → in/c/z", "in/c/z.ts → in/a/x"].sort() },
  ]);
});

const parents = ["components", "components/domain", "lib/server", "lib/server/storage/local"];
test.each(parents)("no circle among the folders of %s", (parent) => {
  expect(findCircles(root, parent)).toEqual([]);
});

test("every folder of lib/server is a layer, a group, or what puts groups together", () => {
  const folders = readdirSync(path.join(root, "lib/server"), { withFileTypes: true }).filter(
    // A folder that files were moved out of may stay behind, empty.
    (entry) => entry.isDirectory() && readdirSync(path.join(root, "lib/server", entry.name)).length > 0,
  );
  const isGroup = (name) => existsSync(path.join(root, "lib/server", name, `${name}-group.ts`));
  const others = folders.map(({ name }) => name).filter((name) => !serverLayers.includes(name) && !isGroup(name));
  expect(others).toEqual(["start"]);
});
