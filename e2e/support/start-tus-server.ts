import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, request, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { Permission } from "@/lib/shared/permissions";
import { randomId } from "@/lib/shared/units";
import { parseEnv } from "@/lib/server/base/env";
import { davSetting } from "@/lib/server/dav/dav-setting";
import { groups } from "@/lib/server/groups";
import { createApiTable } from "@/lib/server/http/api-table";
import { hashToken } from "@/lib/server/base/keys";
import { prepareApp } from "@/lib/server/start/prepare-app";

export type TusReply = { status: number; headers: IncomingHttpHeaders; body: Buffer };
type Send = { token?: string; headers?: Record<string, string>; body?: string | Buffer };

/** The API over a real socket, with a real database and folder; no Next, no build. One per test file. */
export async function startTusServer(environment: Readonly<Record<string, string>> = {}) {
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-tus-"));
  const filesDir = path.join(dir, "files");
  mkdirSync(filesDir);
  const env = parseEnv({
    FILEDECK_DATA: path.join(dir, "data"),
    FILEDECK_ROOTS: `${filesDir}=Files`,
    FILEDECK_ADMIN_PASSWORD: "correct-horse-battery",
    FILEDECK_LOG_LEVEL: "silent",
    // Tests say with X-Forwarded-For who asks.
    FILEDECK_TRUSTED_PROXIES: "127.0.0.1",
    ...environment,
  });
  const stopping = new AbortController();
  const app = await prepareApp(env, { appDir: process.cwd(), stopping: stopping.signal });
  const table = createApiTable(groups.flatMap(({ routes }) => routes));
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? "/", "http://x");
    const protocol = groups.find((group) => group.protocol?.isOurs(req.method, url.pathname))?.protocol;
    if (protocol === undefined) table.handle(req, res, url.pathname, url.search);
    else void protocol.serve(req, res, url); // answers what fails itself
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo; // a port, not a pipe
  const root = await app.db.user.findFirstOrThrow();

  async function makeToken(userId: string, authList: readonly Permission[]): Promise<string> {
    const token = `fd_${randomId(43)}`;
    const id = randomId();
    await app.db.apiToken.create({
      data: { id, userId, name: id, tokenHash: hashToken(token), authList: [...authList] },
    });
    return token;
  }

  const write: Permission = "filecat_file_context_update_upload_created_copy_decompression";
  const rootToken = await makeToken(root.id, [write, "file_read", "dir_upload_max_num"]);

  /** One request on a connection of its own. */
  function send(method: string, target: string, options: Send = {}): Promise<TusReply> {
    const { token = rootToken, headers = {}, body } = options;
    return new Promise((resolve, reject) => {
      const address = target.startsWith("/") ? target : `/api/file/tus${target === "" ? "" : `/${target}`}`;
      const own = { authorization: token, "tus-resumable": "1.0.0", ...headers };
      const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
      const req = request(
        { host: "127.0.0.1", port, method, path: address, headers: { ...own, ...length }, agent: false },
        (res) => {
          const parts: Buffer[] = [];
          res.on("data", (part: Buffer) => parts.push(part));
          res.on("end", () =>
            resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(parts) }),
          );
        },
      );
      req.on("error", reject);
      req.end(body);
    });
  }

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    filesDir,
    db: app.db,
    rootToken,
    turnDav: () => davSetting.save(app.db, { on: true }),
    makeToken,
    send,
    /** A user who may write below these folders. */
    makeUser: async (accessDirs: readonly string[], permissions: readonly Permission[] = [write, "file_read"]) => {
      const id = randomId();
      const grants = {
        access_dirs: [...accessDirs],
        only_read_dirs: [],
        not_access_dirs: [],
        auth_list: [...permissions],
      };
      await app.db.user.create({ data: { id, username: id, passwordHash: "", grants, preferences: {} } });
      return { id, token: await makeToken(id, permissions) };
    },
    close: async () => {
      stopping.abort();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await app.audit.flush();
      await app.db.$disconnect();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export type TusServer = Awaited<ReturnType<typeof startTusServer>>;

/** A folder of the test's own: its host path and its virtual one. */
export function makeFolder({ filesDir }: TusServer): { dir: string; path: string } {
  const dir = mkdtempSync(path.join(filesDir, "t-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return { dir, path: `files/${path.basename(dir)}` };
}

export function metadataOf(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
}
