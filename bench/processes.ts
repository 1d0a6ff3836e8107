// What the list of processes costs with 2,000 of them: node --import tsx bench/processes.ts [viewers] [seconds]
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { signIn } from "../e2e/support/api-client";
import { openTab } from "../e2e/support/open-tab";
import { startFiledeck } from "../e2e/support/start-filedeck";
import type { processesChannels, ProcessRow } from "@/lib/contracts/processes";
import { applyLive } from "@/lib/shared/live-rows";
import { memoryMb } from "./support/measure";
import { atMost, report } from "./support/report";

const [viewers, seconds] = [Number(process.argv[2] ?? "1"), Number(process.argv[3] ?? "20")];
const count = 2_000;
const ticksPerSecond = 100;

const crowd = spawn("sh", ["-c", `for i in $(seq ${count}); do sleep 600 & done; wait`], {
  stdio: "ignore",
  detached: true,
});
const server = await startFiledeck();
try {
  await wait(4_000);
  const session = await signIn(server);
  const used = () => {
    const fields = readFileSync(`/proc/${server.pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  const perCent = async () => {
    const before = used();
    await wait(seconds * 1000);
    return ((used() - before) / ticksPerSecond / seconds) * 100;
  };
  report("nobody looks", `${(await perCent()).toFixed(1)} % of a processor`);
  const memory = memoryMb(server.pid).now;
  const tabs = Array.from({ length: viewers }, () => openTab<typeof processesChannels.follow>(server, session));
  let bytes = 0;
  const began = performance.now();
  const shown = tabs.map(
    ({ openChannel }) =>
      new Promise<void>((resolve) => {
        let rows: ReadonlyMap<string, ProcessRow> = new Map();
        openChannel(
          "processes/follow",
          {},
          {
            onMessage: (message) => {
              bytes += JSON.stringify(message).length;
              rows = applyLive(rows, message);
              if (rows.size > count) resolve();
            },
          },
        );
      }),
  );
  await Promise.race([Promise.all(shown), wait(15_000).then(() => Promise.reject(new Error("not all were told")))]);
  const firstMs = performance.now() - began;
  report("all rows", `${firstMs.toFixed(0)} ms`, atMost(firstMs, 1_000, " ms"));
  bytes = 0;
  const share = await perCent();
  report(`${viewers} viewers`, `${share.toFixed(1)} % of a processor`, atMost(share, 10, " %"));
  report("bytes per viewer", `${(bytes / viewers / seconds / 1024).toFixed(1)} KB/s`);
  report("memory", `${(memoryMb(server.pid).now - memory).toFixed(0)} MB more`);
  for (const { close } of tabs) close();
} finally {
  if (crowd.pid !== undefined) process.kill(-crowd.pid, "SIGKILL");
  await server.remove();
}
