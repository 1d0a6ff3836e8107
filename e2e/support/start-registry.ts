import { createHash, randomBytes } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { runBriefly } from "@/lib/server/process/run-briefly";

export type Registry = {
  /** Host and port, as names of images begin. */
  host: string;
  /** What was asked for, and whether with the account. */
  seen: { path: string; authorization: string | null }[];
  /** Gives the rest of what it holds back. */
  release: () => void;
  stop: () => Promise<void>;
};

type Options = {
  account?: { username: string; password: string };
  /** Between the pieces of a layer. */
  slowMs?: number;
  /** The second half of each layer is not given until the test says so. */
  isHeld?: boolean;
  /** Where the layers are to be had instead. */
  blobsAt?: string;
};

const pieceBytes = 128 * 1024;
const layerBytes = 1_500_000;
const digestOf = (bytes: Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/** A registry on this machine with the image `team/app:1`, a busybox of three layers (OCI distribution, as far as pulling goes). Over HTTP: Docker trusts 127.0.0.1. */
export async function startRegistry({ account, slowMs = 0, isHeld = false, blobsAt }: Options = {}): Promise<Registry> {
  let release = (): void => {};
  const released = isHeld ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve();
  const { blobs, manifest } = await makeImage();
  const seen: Registry["seen"] = [];
  const expected =
    account === undefined ? null : `Basic ${Buffer.from(`${account.username}:${account.password}`).toString("base64")}`;

  async function answer({ url = "", method, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const authorization = headers.authorization ?? null;
    seen.push({ path: url, authorization });
    if (expected !== null && authorization !== expected) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="registry"' }).end();
      return;
    }
    const [, what, name = ""] = /^\/v2\/team\/app\/(manifests|blobs)\/(.+)$/.exec(url) ?? [];
    if (url === "/v2/") response.writeHead(200, { "docker-distribution-api-version": "registry/2.0" }).end();
    else if (what === "manifests" && (name === "1" || name === digestOf(manifest))) {
      const type = "application/vnd.docker.distribution.manifest.v2+json";
      response.writeHead(200, {
        "content-type": type,
        "docker-content-digest": digestOf(manifest),
        "content-length": manifest.length,
      });
      response.end(method === "HEAD" ? undefined : manifest);
    } else if (what === "blobs" && blobsAt !== undefined)
      response.writeHead(307, { location: `${blobsAt}${url}` }).end();
    else if (what === "blobs" && blobs.has(name))
      await sendSlowly(response, blobs.get(name) ?? Buffer.alloc(0), { slowMs, released });
    else response.writeHead(404).end();
  }

  const server = createServer((request, response) => void answer(request, response)); // it answers whatever comes
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    host: `127.0.0.1:${port}`,
    seen,
    release: () => release(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Pace = { slowMs: number; released: Promise<void> };

async function sendSlowly(response: ServerResponse, bytes: Buffer, { slowMs, released }: Pace): Promise<void> {
  response.writeHead(200, { "content-type": "application/octet-stream", "content-length": bytes.length });
  for (let at = 0; at < bytes.length && !response.destroyed; at += pieceBytes) {
    response.write(bytes.subarray(at, at + pieceBytes));
    if (at > bytes.length / 2) await released;
    if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs)); // a line that is slow
  }
  response.end();
}

async function makeImage() {
  const blobs = new Map<string, Buffer>();
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-registry-"));
  const layers: { digest: string; size: number; diff: string }[] = [];
  for (const name of ["base", "one", "two"]) {
    const root = path.join(dir, name);
    mkdirSync(path.join(root, "bin"), { recursive: true });
    if (name === "base") {
      copyFileSync("/bin/busybox", path.join(root, "bin/busybox"));
      for (const program of ["sh", "sleep"]) symlinkSync("busybox", path.join(root, "bin", program));
    }
    // Nothing to compress, so that it takes its time.
    writeFileSync(path.join(root, `${name}.bin`), randomBytes(layerBytes));
    const tar = path.join(dir, `${name}.tar`);
    await runBriefly("tar", ["-C", root, "-cf", tar, "."]);
    const plain = readFileSync(tar);
    const packed = gzipSync(plain, { level: 1 });
    blobs.set(digestOf(packed), packed);
    layers.push({ digest: digestOf(packed), size: packed.length, diff: digestOf(plain) });
  }
  rmSync(dir, { recursive: true });
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const config = Buffer.from(
    JSON.stringify({
      architecture,
      os: "linux",
      config: { Cmd: ["/bin/sleep", "1000"] },
      rootfs: { type: "layers", diff_ids: layers.map(({ diff }) => diff) },
    }),
  );
  blobs.set(digestOf(config), config);
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: "application/vnd.docker.distribution.manifest.v2+json",
      config: {
        mediaType: "application/vnd.docker.container.image.v1+json",
        size: config.length,
        digest: digestOf(config),
      },
      layers: layers.map(({ digest, size }) => ({
        mediaType: "application/vnd.docker.image.rootfs.diff.tar.gzip",
        size,
        digest,
      })),
    }),
  );
  return { blobs, manifest };
}
