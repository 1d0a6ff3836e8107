import { appendFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Page, Request } from "@playwright/test";

/** The folder in a project's output for what its screens called. */
export const folderOfCalls = (outputDir: string) => path.join(outputDir, "calls");

/**
 * Writes down, one a line, what the pages of this browser ask of the server to change, `POST stack/shop/action`, with what action,
 * `POST stack/shop/action down`, and which channels they open, `channel docker/follow`. What a test calls by itself, without a page, is not among it.
 */
export function noteCalls(browser: Browser, folder: string, worker: number): void {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${worker}.txt`);
  const known = new Set<string>();
  const note = (line: string) => {
    if (known.has(line)) return;
    known.add(line);
    appendFileSync(file, `${line}\n`);
  };
  const watch = (page: Page) =>
    page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        const name = /^42\["channel\/open",\d+,"([^"]+)"/.exec(payload.toString())?.[1];
        if (name !== undefined) note(`channel ${name}`);
      }),
    );
  browser.on("context", (context) => {
    context.on("page", watch);
    context.on("request", (request) => {
      const asked = /\/api\/([^?]+)/.exec(request.url())?.[1];
      if (asked === undefined || request.method() === "GET") return;
      note(`${request.method()} ${asked}`);
      const action = actionOf(request);
      if (action !== null) note(`${request.method()} ${asked} ${action}`);
    });
  });
}

/** What endpoints for several buttons are told: which of them it was. */
function actionOf(request: Request): string | null {
  if (!/json/.test(request.headers()["content-type"] ?? "")) return null;
  return /"action":"([\w-]+)"/.exec(request.postData() ?? "")?.[1] ?? null;
}
