import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test as base } from "@playwright/test";
import { signIn, type Session } from "./api-client";
import { folderOfCalls, noteCalls } from "./note-calls";
import { startFiledeck, type Filedeck } from "./start-filedeck";

/** Names with a text are files, names with a tree are folders. */
export type Tree = { [name: string]: string | Uint8Array | Tree };
export type TempRoot = { dir: string; path: string };

type WorkerFixtures = { server: Filedeck; root: Session };
type TestFixtures = {
  /** A new folder in the root `files` with this content; `path` is its virtual path. */
  tempRoot: (tree?: Tree) => TempRoot;
};

/** Tests against a server of their worker, without a browser. */
export const serverTest = base.extend<TestFixtures, WorkerFixtures>({
  browser: [
    async ({ browser }, use, { project, workerIndex }) => {
      noteCalls(browser, folderOfCalls(project.outputDir), workerIndex);
      await use(browser);
    },
    { scope: "worker" },
  ],
  server: [
    async ({}, use) => {
      const server = await startFiledeck();
      await use(server);
      await server.remove();
    },
    { scope: "worker" },
  ],
  root: [async ({ server }, use) => use(await signIn(server)), { scope: "worker" }],
  tempRoot: async ({ server }, use) => {
    await use((tree = {}) => {
      const dir = mkdtempSync(path.join(server.filesDir, "t-"));
      plant(dir, tree);
      return { dir, path: `files/${path.basename(dir)}` };
    });
  },
});

export function plant(dir: string, tree: Tree): void {
  for (const [name, content] of Object.entries(tree)) {
    const file = path.join(dir, name);
    if (typeof content === "string" || content instanceof Uint8Array) writeFileSync(file, content);
    else {
      mkdirSync(file, { recursive: true });
      plant(file, content);
    }
  }
}
