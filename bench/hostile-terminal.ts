// What terminals may cost others, whatever programs write: node --import tsx bench/hostile-terminal.ts [word]   (needs a build)
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { terminalChannels } from "@/lib/contracts/terminal";
import { call, signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { createDisturbance } from "./support/disturbance";
import { openTab } from "./support/open-tab";

const wanted = process.argv[2] ?? "";
const attackMs = 6_000;
const esc = "\u001b";
const work = mkdtempSync("/tmp/filedeck-bench-");
const server = await startFiledeck({ workDir: work });
const session = await signIn(server);
const other = await signIn(server);
type Channels = (typeof terminalChannels)[keyof typeof terminalChannels];
const tab = openTab<Channels>(server.url, session);

type Size = { cols: number; rows: number };
async function openTerminal(size: Size): Promise<string> {
  const { answer, text } = await call<{ id: string }>(server, "terminal", { session, body: size });
  if (answer.data === null) throw new Error(text);
  return answer.data.id;
}
const end = (id: string) => call(server, "terminal/end", { session, body: { id } });

/** Takes what comes; counts it. */
function attach(id: string, size: Size, from = tab) {
  let bytes = 0;
  const channel = from.openChannel(
    "terminal/attach",
    { id, ...size },
    { onMessage: (chunk) => void (bytes += chunk.length) },
  );
  return { channel, bytes: () => bytes, type: (text: string) => channel.send({ type: "input", text }) };
}

const attack = createDisturbance(server, { other, wanted });

/** Bytes that a program writes, again and again where they are few, into a terminal of this size that somebody looks at. */
async function write(
  name: string,
  bytes: string,
  size: Size = { cols: 120, rows: 30 },
  isEndless = false,
): Promise<void> {
  const file = path.join(server.filesDir, "bytes");
  // Before: who measures is held up by it as well.
  writeFileSync(file, bytes);
  await attack(name, async () => {
    const id = await openTerminal(size);
    const one = attach(id, size);
    await one.type(isEndless ? `while :; do cat ${file}; done\n` : `cat ${file}\n`);
    await pause(attackMs);
    one.channel.close();
    await end(id);
  });
}

try {
  mkdirSync(path.join(server.filesDir, "small"));
  await attack("nothing, for comparison", () => pause(attackMs));
  for (const final of ["S", "T", "L", "M", "b", "@", "P", "X", "I", "Z"])
    await write(`CSI 3,000,000 and 20,000,000 ${final}`, `x${esc}[3000000${final}x${esc}[20000000${final}`);
  const block = (sequence: string) => sequence.repeat(Math.ceil((64 * 1024) / sequence.length));
  const largest = { cols: 1_000, rows: 500 };
  await write("64 KiB of CSI 3,000,000 S, without end", block(`${esc}[3000000S`), largest, true);
  await write("64 KiB of resets, without end", block(`${esc}c`), largest, true);
  await write(
    "64 KiB of anything, without end",
    block(`${esc}[2J${esc}[9L${esc}#8x${esc}[999b${esc}[?1049h`),
    largest,
    true,
  );
  await write("questions without end", block(`${esc}[c${esc}[6n${esc}P$qm${esc}\\`), undefined, true);
  await write("titles without end", block(`${esc}]0;x\u0007`), undefined, true);
  await write("links without end", block(`${esc}]8;;http://a/${esc}\\x\n`), undefined, true);
  await write("signs upon signs without end", block("\u0301"), undefined, true);
  await write("an OSC of 64 MiB", `${esc}]52;c;${"A".repeat(64 * 1024 * 1024)}`);

  const size = { cols: 120, rows: 30 };
  const id = await openTerminal(size);
  const one = attach(id, size);
  await one.type("seq -f '%060.0f %060.0f' 1 7000\n");
  await pause(3_000);
  await attack("twenty come to a full scrollback at once", async () => {
    const tabs = Array.from({ length: 4 }, () => openTab<Channels>(server.url, session));
    const all = tabs.flatMap((from) => Array.from({ length: 5 }, () => attach(id, size, from)));
    // More than may look at once are refused; who came has all of it.
    for (let turn = 0; turn < 500 && all.some(({ bytes }) => bytes() > 0 && bytes() < 500_000); turn++) await pause(20);
    for (const { channel } of all) channel.close();
    for (const { socket } of tabs) socket.disconnect();
    await pause(1_000);
  });
  await attack("two thousand sizes, with ten who look", async () => {
    const viewers = Array.from({ length: 10 }, () => attach(id, size));
    for (let index = 0; index < 2_000; index++)
      await one.channel.send({ type: "resize", cols: index % 2 === 0 ? 2 : 200 + (index % 50), rows: 30 });
    await pause(attackMs);
    for (const { channel } of viewers) channel.close();
  });
} finally {
  tab.socket.disconnect();
  await server.remove();
  rmSync(work, { recursive: true, force: true });
}
