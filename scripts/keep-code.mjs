// Keeps what V8 has compiled of the server beside it, in dist/server.code: runs the server once on a folder of its own, with the
// flags of `npm start`, and asks it what is asked first. With --run it is that server.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { root } from "./fingerprint.mjs";

const file = path.join(root, "dist/server.code");
/** Far more than it takes: without what it keeps every start is slower. */
const waitMs = 120_000;

async function runServer() {
  process.argv.length = 2; // what follows would be the server's
  const { script } = await import(path.join(root, "dist/server.mjs"));
  process.on("exit", () => writeFileSync(file, script.createCachedData()));
}

async function keepCode() {
  rmSync(file, { force: true });
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const flags = scripts.start.split(" ").filter((word) => word.startsWith("--"));
  const work = mkdtempSync(path.join(tmpdir(), "filedeck-build-"));
  const password = "only-for-this-build";
  mkdirSync(path.join(work, "files"));
  const child = spawn(process.execPath, [...flags, import.meta.filename, "--run"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: work,
      NODE_ENV: "production",
      FILEDECK_PORT: "0",
      FILEDECK_HOST: "127.0.0.1",
      FILEDECK_DATA: path.join(work, "data"),
      FILEDECK_ROOTS: `${path.join(work, "files")}=Files`,
      FILEDECK_ADMIN_USERNAME: "root",
      FILEDECK_ADMIN_PASSWORD: password,
    },
  });
  const exited = once(child, "exit");
  const timer = setTimeout(() => child.kill("SIGKILL"), waitMs);
  let said = "";
  child.stderr.on("data", (chunk) => (said += chunk));
  try {
    const address = await addressOf(child, (line) => (said += `${line}\n`));
    if (address !== null) await ask(address, password);
    child.kill("SIGTERM");
    const [code] = await exited;
    // Nothing depends on it but the time of a start.
    if (code !== 0) console.warn(`The server did not run while it was built, so it will start more slowly.\n${said}`);
  } finally {
    clearTimeout(timer);
    rmSync(work, { recursive: true, force: true });
  }
}

async function addressOf(child, told) {
  for await (const line of createInterface(child.stdout)) {
    told(line);
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  return null;
}

/** What every start is asked for, as far as it needs no browser. */
async function ask(address, password) {
  const call = async (where, init) => {
    const response = await fetch(`${address}${where}`, init);
    await response.arrayBuffer();
    return response;
  };
  await call("/api/health");
  await call("/login");
  const signIn = await call("/api/user/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "root", password }),
  });
  const cookie = signIn.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
  await call("/browse", { headers: { cookie } });
}

await (process.argv.includes("--run") ? runServer() : keepCode());
