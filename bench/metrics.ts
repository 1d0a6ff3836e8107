// What the dashboard costs: the server's processor with nobody and with ten who look, and 30 days of figures on the disk:
// node --import tsx bench/metrics.ts [seconds] (needs a build)
import { statSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { io } from "socket.io-client";
import { createChannels, type Tab } from "@/lib/client/create-channels";
import type { metricsChannels } from "@/lib/contracts/metrics";
import { openDb } from "@/lib/server/db/open-db";
import { createRecorder } from "@/lib/server/metrics/history/recorder";
import { call, signIn, type Session } from "../e2e/support/api-client";
import { startFiledeck, type Filedeck } from "../e2e/support/start-filedeck";
import { cpuSeconds, memoryMb } from "./support/measure";
import { atMost, report } from "./support/report";

type Channels = (typeof metricsChannels)[keyof typeof metricsChannels];

const seconds = Number(process.argv[2] ?? "30");
const viewers = 10;
const minutes = 30 * 1440;
const server = await startFiledeck();
try {
  const session = await signIn(server);
  // What the start has begun comes to its end.
  await wait(25_000);
  const alone = await shareOf(server.pid);
  report("nobody looks", `${(100 * alone).toFixed(2)} % of a core`, atMost(100 * alone, 2, " %"));

  const before = memoryMb(server.pid).now;
  const heard = Array.from({ length: viewers }, () => 0);
  const sockets = heard.map((_, index) => follow(server, session, (count) => (heard[index] = count)));
  await wait(3_000);
  const [first = 0] = heard;
  const began = performance.now();
  const watched = await shareOf(server.pid);
  const perSecond = ((heard[0] ?? 0) - first) / ((performance.now() - began) / 1000);
  report(`${viewers} look`, `${(100 * watched).toFixed(2)} % of a core`, atMost(100 * watched, 2, " %"));
  report("  messages a second to each", perSecond.toFixed(2));
  report("  memory more", `${(memoryMb(server.pid).now - before).toFixed(0)} MB`);
  for (const socket of sockets) socket.disconnect();

  await server.stop();
  const file = path.join(server.dataDir, "filedeck.db");
  const empty = statSync(file).size;
  await fill(file);
  const megabytes = (statSync(file).size - empty) / 1e6;
  report("30 days of 40 figures, with processes", `${megabytes.toFixed(1)} MB`, atMost(megabytes, 50, " MB"));

  const again = await startFiledeck({ workDir: server.workDir });
  const next = await signIn(again);
  for (const days of [1 / 24, 1, 7, 30]) {
    const to = Date.now();
    const asked = performance.now();
    const { text } = await call(again, `sys/metrics/history?from=${Math.round(to - days * 86_400_000)}&to=${to}`, {
      session: next,
    });
    const ms = performance.now() - asked;
    report(
      `history of ${days < 1 ? "1 h" : `${days} d`}`,
      `${ms.toFixed(0)} ms, ${(text.length / 1e3).toFixed(0)} KB`,
      atMost(ms, 500, " ms"),
    );
  }
  await again.stop();
} finally {
  await server.remove();
}

/** How much of one processor a process takes. */
async function shareOf(pid: number): Promise<number> {
  const [began, used] = [performance.now(), cpuSeconds(pid)];
  await wait(seconds * 1_000);
  return (cpuSeconds(pid) - used) / ((performance.now() - began) / 1000);
}

function follow({ url }: Filedeck, session: Session, onCount: (count: number) => void): Tab {
  const socket: Tab = io(url, {
    path: "/api/socket",
    addTrailingSlash: false,
    transports: ["websocket"],
    forceNew: true,
    auth: { token: session.token },
    extraHeaders: { origin: url, cookie: session.cookie },
  });
  const { openChannel } = createChannels<Channels>(() => Promise.resolve(socket));
  let count = 0;
  openChannel("metrics/follow", {}, { onMessage: () => onCount(++count) });
  return socket;
}

/** One minute as a server of four disks, four interfaces and a dozen sensors writes it, then as many as 30 days have. */
async function fill(file: string): Promise<void> {
  const db = openDb(file);
  for (const table of ["MetricMinute", "MetricQuarter"]) await db.$executeRawUnsafe(`DELETE FROM "${table}"`);
  const recorder = createRecorder({
    db,
    hasRoom: () => Promise.resolve(true),
    onFailure: (error) => {
      throw error;
    },
  });
  const first = Math.floor(Date.now() / 60_000) - minutes;
  const figures = Array.from({ length: 40 }, (_, index) => [`disk/sd${index}/read`, 1_000 + index ** 3] as const);
  recorder.add({ atMs: first * 60_000, figures: Object.fromEntries(figures) });
  const process = { cpu: 0.5, memoryBytes: 3e8, container: "3f2a91c04d5e" };
  for (const [index, name] of ["postgres", "node", "ffmpeg", "systemd", "chromium"].entries())
    recorder.addProcesses(first * 60_000, [{ ...process, pid: 1_000 + index, name }]);
  await recorder.end();
  const copies = async (table: string, columns: string, [from, count]: [number, number]) => {
    await db.$executeRawUnsafe(`INSERT OR IGNORE INTO "${table}" WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + count - 1})
      SELECT i, ${columns} FROM n, (SELECT * FROM "MetricMinute" LIMIT 1)`);
  };
  await copies("MetricMinute", `"layoutId", "figures", "processes"`, [first, minutes]);
  await copies("MetricQuarter", `"layoutId", "figures"`, [Math.ceil(first / 15), minutes / 15]);
  await db.$queryRawUnsafe("PRAGMA wal_checkpoint(TRUNCATE)");
  await db.$disconnect();
}
