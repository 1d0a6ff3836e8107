// The thread of screen-threads.ts: some screens, whose work comes in turns.
import { parentPort, workerData } from "node:worker_threads";
import type { TerminalSize } from "@/lib/shared/terminals";
import { nobody, screenFlags } from "./screen-flags";
import { createThreadScreen, type ScreenNews, type ThreadScreen } from "./thread-screen";

/** What is asked of the thread, in the order in which it happens to each screen. */
export type ScreenRequest = { screen: number } & (
  | { type: "create"; size: TerminalSize; scrollbackLines: number }
  | { type: "write"; bytes: Uint8Array<ArrayBuffer> }
  | { type: "resize"; size: TerminalSize }
  | { type: "draw" }
  | { type: "dispose" }
);

export type ScreenReply = { screen: number } & ScreenNews;

const flags = new Int32Array(workerData as SharedArrayBuffer); // what screen-threads.ts starts it with
const screens = new Map<number, ThreadScreen>();
/** Those with work, in the order of their turns. */
const ready = new Set<number>();
let isWorking = false;

parentPort?.on("message", (request: ScreenRequest) => {
  const { screen: number } = request;
  if (request.type === "create") screens.set(number, createThreadScreen(request));
  const screen = screens.get(number);
  if (request.type === "dispose") {
    screen?.dispose();
    screens.delete(number);
    ready.delete(number);
    return;
  }
  if (request.type === "write") screen?.add(request.bytes);
  else if (request.type === "resize") screen?.add(request.size);
  else if (request.type === "draw") screen?.add("draw");
  if (screen?.hasWork() === true) ready.add(number);
  if (!isWorking) void work(); // what goes wrong in it ends the thread, which is watched
});

async function work(): Promise<void> {
  isWorking = true;
  for (let number = takeReady(); number !== null; number = takeReady()) {
    const screen = screens.get(number);
    if (screen === undefined) continue;
    Atomics.store(flags, screenFlags.current, number);
    Atomics.add(flags, screenFlags.beat, 1);
    const news = await screen.turn();
    Atomics.store(flags, screenFlags.current, nobody);
    if (screens.get(number) !== screen) continue;
    tell({ screen: number, ...news });
    // What has been asked of the others meanwhile comes in first.
    await new Promise((resolve) => setImmediate(resolve));
    if (screens.has(number) && screen.hasWork()) ready.add(number);
  }
  isWorking = false;
}

function takeReady(): number | null {
  for (const number of ready) {
    ready.delete(number);
    return number;
  }
  return null;
}

function tell(reply: ScreenReply): void {
  const { writes, answers, title, folder, drawn } = reply;
  if (writes === 0 && answers === "" && title === null && folder === null && drawn === null) return;
  parentPort?.postMessage(reply, drawn === null ? [] : [drawn.buffer]);
}
