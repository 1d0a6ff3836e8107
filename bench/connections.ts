// Descriptors and memory over 10,000 calls that write two tables: node --import tsx bench/connections.ts   (needs a build)
import { readdirSync } from "node:fs";
import { call, signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { memoryMb } from "./support/measure";
import { atMost, report } from "./support/report";

const calls = 10_000;
const server = await startFiledeck();
try {
  const session = await signIn(server);
  const openFiles = () => readdirSync(`/proc/${server.pid}/fd`).length;
  // Each empties what is known of who calls, so that the next one reads and notes it again.
  const run = async (count: number) => {
    for (let sent = 0; sent < count; sent++) {
      const { status } = await call(server, "user/sessions/none", { method: "DELETE", session });
      if (status !== 200) throw new Error(`answered ${status}`);
    }
  };
  await run(500);
  const before = { files: openFiles(), ...memoryMb(server.pid) };
  await run(calls);
  const after = { files: openFiles(), ...memoryMb(server.pid) };
  report(
    `descriptors after ${calls} calls`,
    `${before.files} → ${after.files}`,
    atMost(after.files - before.files, 16, " more"),
  );
  report(
    `resident after ${calls} calls`,
    `${before.now.toFixed(0)} → ${after.now.toFixed(0)} MB`,
    atMost(after.now - before.now, 60, " MB more"),
  );
} finally {
  await server.remove();
}
