// What the journal takes with a million entries, and the list of 500 services: node --import tsx bench/journal.ts [entries]
import { call, signIn } from "../e2e/support/api-client";
import { openTab } from "../e2e/support/open-tab";
import { startFiledeckOnSystemd } from "../e2e/systemd/filedeck-on-systemd";
import type { systemdChannels, UnitRow } from "@/lib/contracts/systemd";
import { applyLive } from "@/lib/shared/live-rows";
import { median } from "./support/measure";
import { atMost, report } from "./support/report";

const count = Number(process.argv[2] ?? "1000000");
const services = 500;
const tries = 5;

const on = await startFiledeckOnSystemd();
const inside = async (script: string) => {
  const { code, said } = await on.systemd.run("sh", "-c", script);
  if (code !== 0) throw new Error(said);
  return said;
};
try {
  await inside(`mkdir -p /etc/systemd/journald.conf.d
printf '[Journal]\\nRateLimitBurst=0\\nSystemMaxUse=4G\\nRuntimeMaxUse=4G\\n' > /etc/systemd/journald.conf.d/many.conf
for i in $(seq ${services}); do printf '[Service]\\nExecStart=/bin/sleep 1000\\n' > /etc/systemd/system/many-$i.service; done
systemctl daemon-reload; systemctl start $(seq -f many-%g.service ${services}); systemctl restart systemd-journald; seq ${count} | systemd-cat -t many; sleep 3; journalctl --sync`);
  const last = (await inside("journalctl -q -t many -n 1 -o cat")).trim();
  if (last !== String(count)) throw new Error(`the journal ends with ${last}`);

  const session = await signIn(on);
  const pages: readonly (readonly [string, string, number])[] = [
    ["first page", "", 200],
    ["of a unit", "&unit=many-1.service", 0],
    ["errors only", "&priority=err", 0],
    ["with a text that many have", "&text=77", 200],
    ["all of it searched", "&text=nothing-like-it", 0],
    ["before the last hour", `&until=${Date.now() - 3_600_000}`, 0],
  ];
  for (const [name, query, least] of pages) {
    const times: number[] = [];
    for (let look = 0; look < tries; look++) {
      const began = performance.now();
      const { status, text, answer } = await call<{ entries: unknown[] }>(on, `systemd/entries?scope=${query}`, {
        session,
      });
      times.push(performance.now() - began);
      if (status !== 200 || answer.data.entries.length < least) throw new Error(text.slice(0, 500));
    }
    // All is read there, and sent as soon as it is known that nothing is found.
    const goalMs = name === "all of it searched" ? 5_000 : 500;
    report(`${count} entries, ${name}`, `${median(times).toFixed(0)} ms`, atMost(median(times), goalMs, " ms"));
  }

  const listed: number[] = [];
  for (let look = 0; look < tries; look++) {
    const { openChannel, close } = openTab<typeof systemdChannels.follow>(on, session);
    const began = performance.now();
    await new Promise<void>((resolve) => {
      let rows: ReadonlyMap<string, UnitRow> = new Map();
      openChannel(
        "systemd/follow",
        { scope: "" },
        {
          onMessage: (message) => {
            rows = applyLive(rows, message);
            if (rows.size > services) resolve();
          },
        },
      );
    });
    listed.push(performance.now() - began);
    close();
  }
  report(
    `${services} services, with the connection`,
    `${median(listed).toFixed(0)} ms`,
    atMost(median(listed), 250, " ms"),
  );
} finally {
  await on.stop();
}
