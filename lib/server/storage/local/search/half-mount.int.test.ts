import { mkdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { at } from "@/lib/server/storage/conformance/support";
import { halfMountProblem, mountHalf } from "@/lib/server/storage/conformance/half-mount";
import { queryOf } from "@/lib/server/storage/conformance/query-of";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { findRipgrep } from "./find-ripgrep";

test.skipIf(halfMountProblem !== null)(
  "a search in a folder that nobody can enter keeps nobody else",
  async ({ skip }) => {
    if ((await findRipgrep()) === null) skip("there is no ripgrep");
    const { storage, root, close } = await makeLocalFixture();
    mkdirSync(`${root}/d/mount`, { recursive: true });
    const mount = await mountHalf(`${root}/d/mount`);
    onTestFinished(async () => {
      await mount?.end();
      await close();
    });
    if (mount === null) {
      skip("nothing can be mounted here");
      return;
    }
    const stop = new AbortController();
    const search = async () => {
      let lines = 0;
      for await (const { hits } of storage.searchText(at("d/mount"), queryOf("AAAA"), stop.signal))
        for (const hit of hits) lines += hit.lines?.length ?? 0;
      return lines;
    };
    expect(await search()).toBe(1);
    mount.hang("access");
    let isOver = false;
    const asked = search()
      .catch(() => null)
      .finally(() => (isOver = true));
    // A thread that waited for the mount would wait for ever: only this one lets it go.
    await pause(2_000);
    expect(isOver).toBe(false);
    stop.abort();
    mount.hang(null);
    await asked;
  },
);
