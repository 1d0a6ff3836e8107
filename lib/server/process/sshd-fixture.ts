import { existsSync, mkdirSync } from "node:fs";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { userInfo } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import ssh2 from "ssh2";
import { patience } from "@/lib/server/base/patience-fixture";
import { clearOwned } from "./clear-owned-fixture.mjs";
import { makeOwnedFolder } from "./owned-folder-fixture.mjs";
import { freePort } from "./reserve-fixture";
import { endGroup, spawnChild } from "./spawn-child";

const program = "/usr/sbin/sshd";

export type Sshd = {
  port: number;
  user: string;
  /** OpenSSH's format, as text. */
  privateKey: string;
  /** Where SFTP begins and shells find `HOME`; keys in its `.ssh/authorized_keys` may sign in, too. */
  home: string;
  /** The public half of the host's key, as known_hosts has it: `ssh-ed25519 AAAA…`. */
  hostKey: string;
  /** All connections are lost; afterwards it listens at the same port, with the same key. */
  restart: () => Promise<void>;
  /** Ends the listener and everything that it serves at once, as a crash would. */
  kill: () => Promise<void>;
  /** Process ids of it and of all that it started. */
  processIds: () => Promise<number[]>;
  stop: () => Promise<void>;
};

type Options = {
  /** `internal-sftp`, or the program that Debian's configuration names; null for none. */
  sftp?: "internal-sftp" | "/usr/lib/openssh/sftp-server" | null;
  maxSessions?: number;
  /** Whose account is used; ours, unless said otherwise. */
  user?: string;
  /** Of the host's key. */
  keyType?: "ecdsa" | "rsa";
  /** More lines of its configuration. */
  settings?: readonly string[];
};

/** Why there can be no {@link startSshd} here, for tests to skip with; null where there can. */
export function whyNoSshd(): string | null {
  if (!existsSync(program)) return `${program} is not installed (openssh-server)`;
  return process.getuid?.() === 0 ? null : "sshd signs users in as root only";
}

/** For tests: OpenSSH's server at a free port of 127.0.0.1, with keys of its own and nothing of the machine's configuration. */
export async function startSshd({
  sftp = "internal-sftp",
  maxSessions = 50,
  user = userInfo().username,
  keyType = "ecdsa",
  settings: more = [],
}: Options = {}): Promise<Sshd> {
  mkdirSync("/run/sshd", { recursive: true });
  const folder = makeOwnedFolder("sshd");
  const file = (name: string) => path.join(folder, name);
  const [host, own] = [
    keyType === "rsa"
      ? ssh2.utils.generateKeyPairSync("rsa", { bits: 2048 })
      : ssh2.utils.generateKeyPairSync("ecdsa", { bits: 256 }),
    ssh2.utils.generateKeyPairSync("ecdsa", { bits: 256 }),
  ];
  await writeFile(file("host_key"), host.private, { mode: 0o600 });
  await writeFile(file("authorized_keys"), `${own.public}\n`);
  const home = file("home");
  mkdirSync(home);
  // It is read by the account that signs in.
  await chmod(folder, 0o755);
  const port = await freePort();
  const settings = [
    `ListenAddress 127.0.0.1:${port}`,
    `HostKey ${file("host_key")}`,
    `AuthorizedKeysFile ${file("authorized_keys")} ${home}/.ssh/authorized_keys`,
    `PidFile ${file("pid")}`,
    "PermitRootLogin yes",
    "StrictModes no",
    "UsePAM no",
    "PasswordAuthentication no",
    "MaxStartups 100:30:200",
    `MaxSessions ${maxSessions}`,
    // What the account's own profile does may take its time, or be left half done when a test ends the shell.
    `SetEnv HOME=${home}`,
    ...(sftp === null ? [] : [`Subsystem sftp ${sftp} -d ${home}`]),
    ...more,
  ];
  await writeFile(file("sshd_config"), `${settings.join("\n")}\n`);

  let child = await start(file("sshd_config"), port);
  const processIds = () => idsBelow(child.pid);
  const end = async () => {
    // Each connection is a session of its own, which the group's end does not reach.
    const ids = await processIds();
    endGroup(child);
    for (const id of ids) endProcess(id);
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once("exit", resolve));
  };
  return {
    port,
    user,
    privateKey: own.private,
    home,
    hostKey: host.public.split(" ", 2).join(" "),
    processIds,
    kill: end,
    async restart() {
      await end();
      child = await start(file("sshd_config"), port);
    },
    async stop() {
      await end();
      await clearOwned(folder);
    },
  };
}

async function start(config: string, port: number) {
  const child = spawnChild(program, ["-D", "-e", "-f", config]);
  for (const untilMs = Date.now() + patience.startMs; Date.now() < untilMs;) {
    if (child.exitCode !== null) throw new Error(`sshd ended with ${child.exitCode}`);
    if (await answers(port)) return child;
    await wait(25);
  }
  throw new Error("sshd does not listen");
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once("data", () => end(true));
    socket.once("error", () => end(false));
    socket.once("close", () => end(false));
  });
}

async function idsBelow(id: number | undefined): Promise<number[]> {
  if (id === undefined) return [];
  const children = await readFile(`/proc/${id}/task/${id}/children`, "utf8").catch(() => "");
  const below = await Promise.all(
    children
      .split(" ")
      .filter(Boolean)
      .map((child) => idsBelow(Number(child))),
  );
  return [id, ...below.flat()];
}

function endProcess(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // ended by then
  }
}
