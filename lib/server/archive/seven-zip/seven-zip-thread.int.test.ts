import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { VirtualPath } from "@/lib/shared/paths";
import { samples } from "@/lib/server/archive/archive-samples";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { runSevenZip } from "./run-seven-zip";

test("archives that one user reads slowly keep no other from opening one", async () => {
  const fixture = await makeLocalFixture();
  writeFileSync(path.join(fixture.root, "a.7z"), samples["content.7z"]);
  const file = await fixture.storage.open("r/a.7z" as VirtualPath); // plain words
  const stop = new AbortController();
  const begin = (holder: string) =>
    runSevenZip({ file, args: ["l", "-slt", "-t7z", "-psecret", "--", "/in/archive"], holder, signal: stop.signal });
  const slow = Array.from({ length: 5 }, () => begin("mia"));
  const other = begin("tom");
  try {
    let begun = 0;
    // What they give is not taken: their threads stay.
    const firsts = slow.map((one) =>
      one.next().then(
        () => begun++,
        () => {}, // cut off at the end
      ),
    );
    const first = await other.next();
    expect([first.done, begun <= 2]).toEqual([false, true]);
    stop.abort();
    await Promise.all(firsts);
  } finally {
    stop.abort();
    await Promise.allSettled([...slow, other].map((one) => one.return()));
    await file.close();
    await fixture.close();
  }
});
