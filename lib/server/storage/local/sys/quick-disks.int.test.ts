import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { hungMountProblem, mountHung } from "@/lib/server/storage/conformance/hung-mount";
import { mayCallSync } from "./quick-disks";

test.skipIf(hungMountProblem !== null)(
  "a mount that never answers is known before anybody looks into it",
  async ({ skip }) => {
    // It may be resting from slow calls of another test.
    const isQuick = await vi
      .waitFor(() => expect(mayCallSync()).toBe(true), { timeout: 40_000, interval: 500 })
      .then(
        () => true,
        () => false,
      );
    if (!isQuick) skip("this machine has disks that are not quick");
    const folder = mkdtempSync(path.join(tmpdir(), "hung-"));
    const mount = await mountHung(folder);
    if (mount === null) {
      skip("nothing can be mounted here");
      return;
    }
    try {
      await pause(250);
      expect(mayCallSync()).toBe(false);
    } finally {
      await mount.end();
      rmdirSync(folder);
    }
  },
);
