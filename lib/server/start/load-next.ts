import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import path from "node:path";
import { prepareBuild } from "./prepare-build";

export type PageHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;
export type Pages = {
  handle: PageHandler;
  upgrade: ((req: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>) | null;
  buildDir: string | null;
};

type LoadNext = { appDir: string; basePath: string; port: number; isDev: boolean };

/** Next as a request handler: the build with this base path, or in development its compiler. */
export async function loadNext({ appDir, basePath, port, isDev }: LoadNext): Promise<Pages> {
  const runDir = isDev ? null : await prepareBuild(appDir, basePath);
  if (runDir !== null) await presetStandaloneConfig(path.join(appDir, runDir), { runDir, basePath });
  const { default: next } = await import("next");
  // Next listens to this one for upgrades, which never come: of ours it would take every one that an anonymous caller sends, whatever its address.
  const httpServer = createServer();
  const app = next({ dev: isDev, dir: appDir, port, hostname: "localhost", httpServer });
  await app.prepare();
  return {
    handle: app.getRequestHandler(),
    upgrade: isDev ? app.getUpgradeHandler() : null,
    buildDir: runDir === null ? null : path.join(appDir, runDir),
  };
}

/** The configuration that the build recorded; without it Next would compile next.config.ts at every start. */
async function presetStandaloneConfig(
  buildDir: string,
  { runDir, basePath }: { runDir: string; basePath: string },
): Promise<void> {
  const { config }: { config: Record<string, unknown> } = JSON.parse(
    await readFile(path.join(buildDir, "required-server-files.json"), "utf8"),
  );
  setNextConfig(JSON.stringify({ ...config, distDir: runDir, basePath }));
}

function setNextConfig(json: string): void {
  // oxlint-disable-next-line no-restricted-properties -- the only way in that Next's standalone output has
  process.env["__NEXT_PRIVATE_STANDALONE_CONFIG"] = json;
}
