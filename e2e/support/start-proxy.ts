import { spawn } from "node:child_process";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { patience } from "@/lib/server/base/patience-fixture";
import { clearOwned } from "@/lib/server/process/clear-owned-fixture.mjs";
import { makeOwnedFolder } from "@/lib/server/process/owned-folder-fixture.mjs";
import { freePort } from "@/lib/server/process/reserve-fixture";

export type Proxy = {
  port: number;
  /** Path and query of every request that reached the proxy. */
  requested: () => string[];
  stop: () => Promise<void>;
};

type Start = {
  /** Below examples/nginx or examples/caddy. */
  example: string;
  /** Parts of the example and what this machine has instead; each must be there. */
  changes: Readonly<Record<string, string>>;
  /** What the proxy proves itself with, as the examples say how. */
  secret?: string;
};

/** The documented file with other ports, paths and names, so that what is tested is what is documented. */
function adapt(file: string, changes: Start["changes"]): string {
  return Object.entries(changes).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(file, "utf8"),
  );
}

/** With the lines that send the secret. */
function uncomment(text: string): string {
  return text.replace(/^(\s*)# (include \S*proxy-secret\.conf;|header_up )/m, "$1$2");
}

/** Debian's nginx with an example of examples/nginx, under its own user and in a folder of its own. */
export async function startNginx({ example, changes, secret }: Start): Promise<Proxy> {
  const dir = makeOwnedFolder("nginx");
  const port = await freePort();
  const isTls = example.includes("tls");
  const plainPort = isTls ? await freePort() : port;
  const listen = {
    "listen 80;": `listen 127.0.0.1:${plainPort};`,
    ...(isTls ? { "listen 443 ssl http2;": `listen 127.0.0.1:${port} ssl http2;` } : {}),
  };
  writeFileSync(path.join(dir, "site.conf"), adapt(`examples/nginx/${example}`, { ...changes, ...listen }));
  const snippets = path.join(dir, "snippets");
  cpSync("examples/nginx/snippets", snippets, { recursive: true });
  if (secret !== undefined) {
    const [shared, own] = [
      path.join(snippets, "filedeck-proxy.conf"),
      path.join(snippets, "filedeck-proxy-secret.conf"),
    ];
    writeFileSync(shared, uncomment(readFileSync(shared, "utf8")));
    writeFileSync(own, adapt(own, { "REPLACE THIS": secret }));
  }
  const bodies = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const temporary = bodies.map((name) => `${name}_temp_path ${dir}/${name};`).join("\n");
  writeFileSync(
    path.join(dir, "nginx.conf"),
    `${process.getuid?.() === 0 ? "user root;" : ""}
    daemon off; worker_processes 1; pid ${dir}/pid; error_log ${dir}/error.log;
    events {}
    http {
      log_format targets '$request_uri';
      access_log ${dir}/access.log targets;
      include /etc/nginx/mime.types;
      ${temporary}
      include ${dir}/site.conf;
    }`,
  );
  const stop = await run({ command: "nginx", args: ["-c", `${dir}/nginx.conf`, "-e", `${dir}/error.log`], dir, port });
  return { port, requested: () => targetsIn(readLines(path.join(dir, "access.log"))), stop };
}

/** Debian's Caddy with an example of examples/caddy, without its administration port and own certificates. */
export async function startCaddy({ example, changes, secret }: Start): Promise<Proxy> {
  const dir = makeOwnedFolder("caddy");
  const port = await freePort();
  const host = example.startsWith("host") ? "files.example.org" : "www.example.org";
  const site = adapt(`examples/caddy/${example}`, {
    ...changes,
    [`${host} {`]: `http://127.0.0.1:${port} {\nlog {\noutput file ${dir}/access.log\nformat json\n}`,
  });
  const text = secret === undefined ? site : uncomment(site);
  writeFileSync(path.join(dir, "Caddyfile"), `{\nadmin off\n}\n${text}`);
  const env = secret === undefined ? {} : { FILEDECK_PROXY_SECRET: secret };
  const stop = await run({ command: "caddy", args: ["run", "--config", `${dir}/Caddyfile`], dir, port, env });
  const uriOf = (line: string) => {
    const { request }: { request: { uri: string } } = JSON.parse(line);
    return request.uri;
  };
  return { port, requested: () => targetsIn(readLines(path.join(dir, "access.log")).map(uriOf)), stop };
}

function targetsIn(targets: string[]): string[] {
  return targets.filter((target) => target !== probe);
}

function readLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
}

/** A proxy that does not end by itself is ended. */
const endMs = 20_000;
/** Asked for until the proxy answers; left out of what it was asked for. */
const probe = "/probe-of-the-tests";

type Run = { command: string; args: string[]; dir: string; port: number; env?: Readonly<Record<string, string>> };

async function run({ command, args, dir, port, env = {} }: Run): Promise<() => Promise<void>> {
  const own = { ...process.env, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir, ...env };
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"], env: own });
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, endMs).unref())]);
    await clearOwned(dir);
  };
  for (const deadlineMs = Date.now() + patience.startMs; ; await new Promise((resolve) => setTimeout(resolve, 30))) {
    const isUp = await fetch(`http://127.0.0.1:${port}${probe}`, { redirect: "manual" }).then(
      () => true,
      // A TLS port answers with something that is no HTTP.
      (error: Error) => !String(error.cause).includes("ECONNREFUSED"),
    );
    if (isUp) return stop;
    if (child.exitCode === null && Date.now() < deadlineMs) continue;
    await stop();
    throw new Error(`${command} did not start:\n${log}`);
  }
}
