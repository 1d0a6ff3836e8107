// What following a log of 50,000 lines a second costs, and how late it is shown: node --import tsx bench/container-logs.ts [viewers] [seconds]
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { signIn } from "../e2e/support/api-client";
import { openTab } from "../e2e/support/open-tab";
import { startFiledeck } from "../e2e/support/start-filedeck";
import type { dockerChannels } from "@/lib/contracts/docker";
import { importBusybox } from "@/lib/server/process/busybox-image";
import { startDockerd } from "@/lib/server/process/dockerd-fixture";
import { memoryMb } from "./support/measure";
import { atMost, report } from "./support/report";

const [viewers, seconds] = [Number(process.argv[2] ?? "1"), Number(process.argv[3] ?? "10")];
const ticksPerSecond = 100;
/** 50 times 1,000 lines of 80 characters a second, as far as the machine comes. */
const script = `line=$(printf '%074d' 0)
block=$(i=0; while [ $i -lt 1000 ]; do i=$((i+1)); echo "$i $line"; done)
while :; do i=0; while [ $i -lt 10 ]; do i=$((i+1)); echo "$block"; done; usleep 60000; done`;

const daemon = await startDockerd();
await importBusybox(daemon.docker, "box", ["sh", "usleep", "printf"]);
const server = await startFiledeck({ env: { DOCKER_HOST: daemon.env["DOCKER_HOST"] ?? "" } });
try {
  const session = await signIn(server);
  const bounded = ["--log-opt", "max-size=20m", "--log-opt", "max-file=2"];
  await daemon.docker("run", "-d", "--name", "loud", ...bounded, "box", "/bin/sh", "-c", script);
  await wait(2_000);
  const used = () => {
    const fields = readFileSync(`/proc/${server.pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  const memory = memoryMb(server.pid).now;
  const told = { lines: 0, skipped: 0, bytes: 0, lateMs: [] as number[] };
  const tabs = Array.from({ length: viewers }, () => openTab<typeof dockerChannels.log>(server, session));
  for (const { openChannel } of tabs)
    openChannel(
      "docker/log",
      { id: "loud" },
      {
        onMessage: (message) => {
          told.lines += message.lines.length;
          told.skipped += message.skipped;
          told.bytes += JSON.stringify(message).length;
          const at = message.lines.at(-1)?.at;
          if (at !== undefined) told.lateMs.push(Date.now() - Date.parse(at));
        },
      },
    );
  const before = used();
  await wait(seconds * 1_000);
  const share = ((used() - before) / ticksPerSecond / seconds) * 100;
  const perSecond = (count: number) => Math.round(count / viewers / seconds);
  const late = told.lateMs.toSorted((a, b) => a - b);
  report("written and read", `${perSecond(told.lines + told.skipped)} lines/s`);
  report(
    "told each viewer",
    `${perSecond(told.lines)} lines/s, ${(perSecond(told.bytes) / 1024 / 1024).toFixed(1)} MB/s`,
  );
  const median = late[late.length >> 1] ?? Number.NaN;
  report("late", `${median} ms, at worst ${late.at(-1)} ms`, atMost(median, 1_000, " ms"));
  report("processor", `${share.toFixed(0)} %`, atMost(share, 100, " %"));
  const more = memoryMb(server.pid).now - memory;
  report("memory", `${more.toFixed(0)} MB more`, atMost(more, 150, " MB"));
  for (const { close } of tabs) close();
} finally {
  await server.remove();
  await daemon.stop();
}
