// What people are promised, of the built server: the control is the promise itself, or what the same server does for a harmless call.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { dockerChannels } from "@/lib/contracts/docker";
import type { systemdChannels } from "@/lib/contracts/systemd";
import { dockerdProblem, startDockerd } from "@/lib/server/process/dockerd-fixture";
import { systemdProblem } from "@/lib/server/process/systemd-fixture";
import { signIn, type Session } from "../../e2e/support/api-client";
import { dav, makeAppPassword, turnDav } from "../../e2e/support/dav-client";
import { startFiledeck, type Filedeck } from "../../e2e/support/start-filedeck";
import { startFiledeckOnSystemd } from "../../e2e/systemd/filedeck-on-systemd";
import { memoryMb } from "../support/measure";
import { openTab } from "../support/open-tab";
import type { Verdict } from "../support/verdict";

type Found = Awaited<ReturnType<Verdict["measure"]>>;
type Channels =
  | (typeof dockerChannels)[keyof typeof dockerChannels]
  | (typeof systemdChannels)[keyof typeof systemdChannels];

const unbuilt = existsSync("dist/server.mjs") ? null : "there is no build: node scripts/build.mjs";

/** Of the built server; `problem`: why it cannot be measured here. */
const promise = (
  { name, unit, most = 1, problem = null }: Pick<Verdict, "name" | "unit"> & { most?: number; problem?: string | null },
  measure: () => Promise<Found>,
): Verdict => ({ name, unit, most, measure: async () => problem ?? unbuilt ?? measure() });

async function withServer<T>(work: (server: Filedeck, root: Session) => Promise<T>): Promise<T> {
  const server = await startFiledeck();
  try {
    return await work(server, await signIn(server));
  } finally {
    await server.remove();
  }
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await work();
  return performance.now() - beganMs;
}

const bytes = 64 * 1024 * 1024;

/** A download of which nothing is read before the caller does. */
function startDownload(server: Filedeck, session: Session): Promise<IncomingMessage> {
  writeFileSync(path.join(server.filesDir, "big.bin"), Buffer.alloc(bytes, "filedeck"));
  return new Promise((resolve, reject) => {
    const headers = { cookie: session.cookie, authorization: session.token };
    request(`${server.url}/api/file/download?file=files/big.bin`, { headers }, resolve).once("error", reject).end();
  });
}

/** Begins a POST; `status` comes once the connection has closed. */
async function post(port: number, target: string, { length, body }: { length: number; body: Buffer | string }) {
  const socket: Socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let got = "";
  socket.on("data", (chunk: Buffer) => (got += chunk.toString("latin1")));
  socket.on("error", () => {}); // the server may hang up while it is sent to
  const status = new Promise<string>((resolve) => void socket.once("close", () => resolve(got.slice(9, 12))));
  socket.write(`POST ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${length}\r\n\r\n`);
  socket.write(body);
  return { socket, status };
}

/** Does something, the rest while it is so, and sets it right again. */
type Around = (meanwhile: () => Promise<void>) => Promise<void>;

const whileStopped =
  (pid: number): Around =>
  async (meanwhile) => {
    process.kill(pid, "SIGSTOP");
    try {
      await meanwhile();
    } finally {
      process.kill(pid, "SIGCONT");
    }
  };

/** How long until the rows that are followed are told to be out of date, from when it is so. */
async function saidAfter(
  channel: "docker/follow" | "systemd/follow",
  server: { url: string },
  session: Session,
  around: Around,
): Promise<number> {
  const tab = openTab<Channels>(server.url, session);
  let hear: (problem: string | null) => void = () => {};
  const said = (isMeant: (problem: string | null) => boolean) =>
    new Promise<void>((resolve) => {
      hear = (problem) => {
        if (isMeant(problem)) resolve();
      };
    });
  const isThere = said((problem) => problem === null);
  const listening = { onMessage: ({ problem }: { problem: { error: string } | null }) => hear(problem?.error ?? null) };
  tab.openChannel(channel, channel === "systemd/follow" ? { scope: "" } : {}, { ...listening, onClose: () => {} });
  await isThere;
  // What takes its time to be read comes after the first rows.
  await pause(5_000);
  const isSaid = said((problem) => problem !== null);
  let ms = Number.NaN;
  await around(async () => {
    ms = await msOf(() => isSaid);
  });
  tab.socket.disconnect();
  return ms;
}

const entities = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join(
  "",
);
const hostileXml = [
  `<!DOCTYPE x [<!ENTITY l0 "ha">${entities}]><propfind xmlns="DAV:"><prop>&l9;</prop></propfind>`,
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><propfind xmlns="DAV:"><prop>&e;</prop></propfind>',
  `<propfind xmlns="DAV:">${"<prop>".repeat(40_000)}`,
  "<".repeat(200_000),
  "x".repeat(10 * 1024 * 1024),
];

export const promiseVerdicts: Verdict[] = [
  promise({ name: "stop: an idle server, beside three seconds", unit: "ms" }, () =>
    withServer(async (server, root) => {
      const tab = openTab(server.url, root);
      await once(tab.socket as unknown as NodeJS.EventEmitter, "connect"); // it is one
      const figure = await msOf(() => server.stop());
      tab.socket.disconnect();
      return { figure, control: 3_000 };
    }),
  ),
  promise({ name: "stop: behind a download, beside three seconds", unit: "ms" }, () =>
    withServer(async (server, root) => {
      const response = await startDownload(server, root);
      const stopped = server.stop();
      response.resume();
      await once(response, "end");
      return { figure: await msOf(() => stopped), control: 3_000 };
    }),
  ),
  promise({ name: "stop: with a reader that never reads, beside ten seconds", unit: "ms" }, () =>
    withServer(async (server, root) => {
      const response = await startDownload(server, root);
      response.once("error", () => {});
      return { figure: await msOf(() => server.stop()), control: 10_000 };
    }),
  ),
  promise({ name: "start: the first page of a second start, beside five seconds", unit: "ms" }, async () => {
    const look = "import { isCurrent } from './scripts/fingerprint.mjs'; process.stdout.write(String(isCurrent()))";
    if (spawnSync(process.execPath, ["--input-type=module", "-e", look]).stdout.toString() !== "true")
      return "the build is not current: node scripts/build.mjs";
    const first = await startFiledeck({ script: "scripts/start.mjs" });
    await first.stop();
    let figure = Infinity;
    for (let round = 0; round < 3; round++) {
      let server = first;
      const ms = await msOf(async () => {
        server = await startFiledeck({ script: "scripts/start.mjs", workDir: first.workDir });
        await fetch(`${server.url}/login`);
      });
      figure = Math.min(figure, ms);
      await server.stop();
    }
    await first.remove();
    return { figure, control: 5_000 };
  }),
  ...(["ms", "MB"] as const).map((unit) =>
    promise({ name: `six hundred stalled sign-ins, beside ${unit === "ms" ? "20 s" : "100 MB"}`, unit }, () =>
      withServer(async (server) => {
        const before = memoryMb(server.pid).now;
        const ms = await msOf(async () => {
          const stalled = await Promise.all(
            Array.from({ length: 600 }, () =>
              post(server.port, "/api/user/login", { length: 16_000, body: "x".repeat(8_000) }),
            ),
          );
          await Promise.all(stalled.map(({ status }) => status));
        });
        const grown = memoryMb(server.pid).now - before;
        return unit === "ms" ? { figure: ms, control: 20_000 } : { figure: grown, control: 100 };
      }),
    ),
  ),
  promise({ name: "five bodies that Next would take in whole, beside their 250 MB", unit: "MB", most: 0.4 }, () =>
    withServer(async (server) => {
      const before = memoryMb(server.pid).now;
      const large = { length: 200_000_000, body: Buffer.alloc(50_000_000, "x") };
      const targets = [
        "/api/user/login",
        "/api/user/users",
        "/api/user/none",
        "/api/auth/callback/credentials",
        "/login",
      ];
      const sent = await Promise.all(targets.map((target) => post(server.port, target, large)));
      await Promise.all(
        sent.map(async ({ socket, status }) => {
          await Promise.race([once(socket, "data"), status]);
          setTimeout(() => socket.destroy(), 200); // what had come by then is what is looked at
          await status;
        }),
      );
      return { figure: memoryMb(server.pid).now - before, control: 250 };
    }),
  ),
  promise({ name: "WebDAV: the slowest of hostile bodies, beside twenty harmless calls", unit: "ms", most: 20 }, () =>
    withServer(async (server, root) => {
      await turnDav(server, root, true);
      const as = await makeAppPassword(server, root);
      writeFileSync(path.join(server.filesDir, "a.txt"), "a");
      const ask = (method: string, body: string) =>
        msOf(() => dav(server, method, "files/a.txt", { as, body, headers: { depth: "0" } }));
      const plain = '<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>';
      await ask("PROPFIND", plain);
      const control = await msOf(async () => {
        for (let round = 0; round < 20; round++) await ask("PROPFIND", plain);
      });
      let figure = 0;
      for (const method of ["PROPFIND", "PROPPATCH", "LOCK"])
        for (const body of hostileXml) figure = Math.max(figure, await ask(method, body));
      return { figure, control };
    }),
  ),
  ...(["SIGSTOP", "SIGKILL", "SIGTERM"] as const).map((signal) =>
    promise(
      {
        name: `Docker: said after ${signal}, beside three seconds`,
        unit: "ms",
        problem: dockerdProblem(),
      },
      async () => {
        const daemon = await startDockerd();
        const server = await startFiledeck({ env: { DOCKER_HOST: daemon.env["DOCKER_HOST"] ?? "" } });
        const root = await signIn(server);
        const away: Around = (meanwhile) =>
          signal === "SIGSTOP" ? whileStopped(daemon.pid)(meanwhile) : daemon.away(signal, meanwhile);
        const figure = await saidAfter("docker/follow", server, root, away);
        await server.remove();
        await daemon.stop();
        return { figure, control: 3_000 };
      },
    ),
  ),
  promise(
    { name: "systemd: said after SIGSTOP, beside three seconds", unit: "ms", problem: systemdProblem() },
    async () => {
      const on = await startFiledeckOnSystemd();
      const figure = await saidAfter("systemd/follow", on, await signIn(on), whileStopped(on.systemd.pid()));
      await on.stop();
      return { figure, control: 3_000 };
    },
  ),
];
