// What a list of 500 containers takes, none of them running: node --import tsx bench/containers.ts
import { signIn, call } from "../e2e/support/api-client";
import { openTab } from "../e2e/support/open-tab";
import { startFiledeck } from "../e2e/support/start-filedeck";
import type { ContainerRow, dockerChannels } from "@/lib/contracts/docker";
import { importBusybox } from "@/lib/server/process/busybox-image";
import { startDockerd } from "@/lib/server/process/dockerd-fixture";
import { applyLive } from "@/lib/shared/live-rows";
import { atMost, report } from "./support/report";

const count = 500;
const atOnce = 5;
const tries = 10;

const daemon = await startDockerd();
await importBusybox(daemon.docker, "box", ["sleep"]);
const server = await startFiledeck({ env: { DOCKER_HOST: daemon.env["DOCKER_HOST"] ?? "" } });
const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
try {
  for (let made = 0; made < count; made += atOnce)
    await Promise.all(
      Array.from({ length: atOnce }, (_, index) =>
        daemon.docker("create", "--name", `c${made + index}`, "--label", "a=b", "box", "/bin/sleep", "1"),
      ),
    );
  const session = await signIn(server);
  const listed: number[] = [];
  for (let look = 0; look < tries; look++) {
    const began = performance.now();
    const { answer } = await call<{ containers: unknown[] }>(server, "docker/containers", { session });
    listed.push(performance.now() - began);
    if (answer.data.containers.length !== count) throw new Error("not all were listed");
  }
  report("listed once", `${median(listed).toFixed(0)} ms`, atMost(median(listed), 300, " ms"));
  const live: number[] = [];
  for (let look = 0; look < tries; look++) {
    const { openChannel, close } = openTab<typeof dockerChannels.follow>(server, session);
    const began = performance.now();
    await new Promise<void>((resolve) => {
      let rows: ReadonlyMap<string, ContainerRow> = new Map();
      openChannel(
        "docker/follow",
        {},
        {
          onMessage: (message) => {
            rows = applyLive(rows, message);
            if (rows.size === count) resolve();
          },
        },
      );
    });
    live.push(performance.now() - began);
    close();
  }
  report("shown live, with the connection", `${median(live).toFixed(0)} ms`, atMost(median(live), 300, " ms"));
} finally {
  await server.remove();
  await daemon.stop();
}
