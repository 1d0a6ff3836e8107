import { mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { makeCertificate } from "@/e2e/support/make-certificate";
import { keepTls } from "./keep-tls";
import { readTls } from "./read-tls";

afterEach(() => {
  vi.useRealTimers();
});

test("files that cannot even be looked at for a while end nothing, and are told once", async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-tls-"));
  const tls = makeCertificate(dir);
  const server = createServer(readTls(tls));
  const log = pino({ level: "silent" });
  const [told, renewed] = [vi.spyOn(log, "warn"), vi.spyOn(log, "info")];
  vi.useFakeTimers();
  try {
    keepTls(server, tls, () => ({ log }));
    renameSync(tls.certPath, `${tls.certPath}.old`);
    symlinkSync(tls.certPath, tls.certPath);
    for (let look = 0; look < 3; look++) vi.advanceTimersByTime(5_000);
    expect(told).toHaveBeenCalledTimes(1);
    renameSync(`${tls.certPath}.old`, tls.certPath);
    vi.advanceTimersByTime(5_000);
    expect(renewed).toHaveBeenCalledTimes(1);
  } finally {
    server.emit("close");
    rmSync(dir, { recursive: true });
  }
});
