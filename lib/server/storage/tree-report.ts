import type { TreeResult, TreeWishes } from "./storage";
import type { VirtualPath } from "@/lib/shared/paths";
import { AppError, type ErrorKey } from "@/lib/shared/errors";

const maxFailures = 100;
const progressMs = 100;

/** Collects what a tree operation did, and passes on progress at most every 100 ms. */
export type TreeReport = {
  file: (path: string) => void;
  bytes: (count: number, path: string) => void;
  skip: () => void;
  /** Something gave way to another; `isKept`: it is in a trash. */
  replaced: (isKept: boolean) => void;
  fail: (path: string, error: unknown) => void;
  /** Throws request/cancelled once the signal has fired. */
  check: () => void;
  result: (path: VirtualPath) => TreeResult;
};

export function createTreeReport({ signal, onProgress }: TreeWishes, keyOf: (error: unknown) => ErrorKey): TreeReport {
  const failures: TreeResult["failures"] = [];
  let [files, bytes, skipped, replaced, kept, failureCount, shownAt] = [0, 0, 0, 0, 0, 0, 0];

  function show(current: string): void {
    const now = Date.now();
    if (onProgress === undefined || now - shownAt < progressMs) return;
    shownAt = now;
    onProgress({ bytes, files, current });
  }

  return {
    file(path) {
      files++;
      show(path);
    },
    bytes(count, path) {
      bytes += count;
      show(path);
    },
    skip() {
      skipped++;
    },
    replaced(isKept) {
      replaced++;
      if (isKept) kept++;
    },
    fail(path, error) {
      failureCount++;
      if (failures.length < maxFailures) failures.push({ path, error: keyOf(error) });
    },
    check() {
      if (signal.aborted) throw new AppError("request/cancelled");
    },
    result: (path) => ({ path, files, bytes, skipped, replaced, kept, failures, failureCount }),
  };
}
