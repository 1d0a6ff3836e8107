import { afterAll, vi } from "vitest";
import { isMainThread } from "node:worker_threads";
import { patience } from "./patience-fixture";

/** Runs again before each file of a process, whose `vi` is the same. */
const isPatient = Symbol.for("filedeck.patient");

function waitLonger<Options extends { timeout?: number }>(options: Options | number | undefined) {
  const given = typeof options === "object" ? options : { timeout: options ?? 0 };
  return { ...given, timeout: Math.max(patience.pollMs, given.timeout ?? 0) };
}

if (!Object.hasOwn(vi, isPatient)) {
  // By themselves they wait for a second, and no setting changes it.
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (callback, options) => waitFor(callback, waitLonger(options));
  vi.waitUntil = (callback, options) => waitUntil(callback, waitLonger(options));
  Object.defineProperty(vi, isPatient, { value: true });
}

// Files share a process: what one of them has set of it is not there for the next.
const umask = isMainThread ? process.umask(0o022) : 0o022;
if (isMainThread) process.umask(umask);
const folder = process.cwd();
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  if (!isMainThread) return;
  process.umask(umask);
  if (process.cwd() !== folder) process.chdir(folder);
});
