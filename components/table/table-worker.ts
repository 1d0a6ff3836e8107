import { TableData, type TableOrder } from "./table-data";
import type { FromTable, ToTable } from "./table-protocol";

/** Between two looks at what the page wants. */
const turnMs = 30;
const tellMs = 150;
const pageRows = 100;

class Outdated extends Error {}

let data: TableData | null = null;
let version = 0;
let readBytes = 0;
let isComplete = false;
let order: TableOrder = { text: "", sort: null };
let arranging = 0;

const tell = (message: FromTable) => postMessage(message);

function tellState(): void {
  if (data === null) return;
  const { shownCount: count, rowCount: total, isCut } = data;
  tell({ type: "state", state: { version, count, total, readBytes, isComplete, isCut } });
}

async function open({ url, name, sizeBytes, way }: Extract<ToTable, { type: "open" }>): Promise<void> {
  const response = await fetch(url);
  if (!response.ok || response.body === null) {
    tell({ type: "failed", status: response.status });
    return;
  }
  data = new TableData({ name, sizeBytes, way });
  const reader = response.body.getReader();
  let toldMs = -Infinity;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    readBytes += value.length;
    const hasRoom = data.append(value);
    if (performance.now() - toldMs > tellMs) {
      if (data.head === null || data.rowCount < 200) tell({ type: "head", head: data.settle() });
      toldMs = performance.now();
      tellState();
    }
    if (hasRoom) continue;
    await reader.cancel();
    break;
  }
  tell({ type: "head", head: data.settle() });
  isComplete = true;
  tellState();
  if (order.text !== "" || order.sort !== null) await arrange();
}

/** Lets messages in now and then, and gives up when another order is wanted. */
function makePause(mine: number): () => Promise<void> {
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs < turnMs) return;
    await new Promise((resolve) => setTimeout(resolve));
    sinceMs = performance.now();
    if (mine !== arranging) throw new Outdated();
  };
}

async function arrange(): Promise<void> {
  arranging += 1;
  if (data === null || !isComplete) return;
  try {
    await data.arrange(order, makePause(arranging));
    version += 1;
    tellState();
  } catch (error) {
    if (!(error instanceof Outdated)) throw error;
  }
}

addEventListener("message", ({ data: message }: MessageEvent<ToTable>) => {
  switch (message.type) {
    case "open":
      open(message).catch(() => tell({ type: "failed", status: 0 }));
      break;
    case "arrange":
      order = message.order;
      void arrange(); // what it throws is an error of this thread, which the page hears of
      break;
    case "rows": {
      const rows = data?.rows(message.from, message.count) ?? [];
      tell({ type: "rows", version: message.version, page: Math.floor(message.from / pageRows), rows });
      break;
    }
    case "copy":
      tell({ type: "copied", id: message.id, rows: data?.rows(message.from, message.until - message.from) ?? [] });
      break;
  }
});
