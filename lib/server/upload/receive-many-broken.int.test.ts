import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTar } from "@/lib/client/upload/make-tar";
import type { VirtualPath } from "@/lib/shared/paths";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { receiveMany } from "./receive-many";

let fixture: LocalFixture;
beforeAll(async () => {
  fixture = await makeLocalFixture();
});
afterAll(() => fixture.close());

test.each([[1], [40]])("a failure that is no single file's ends the whole: among %d files", async (count) => {
  const files = Array.from({ length: count }, (_, index) => ({
    path: `${count}-${index}`,
    file: new File(["x"], "x", { lastModified: 0 }),
  }));
  const storage = {
    ...fixture.storage,
    write: async (...args: Parameters<typeof fixture.storage.write>) => {
      if (args[0].endsWith("-0")) throw new TypeError("a mistake of ours");
      return fixture.storage.write(...args);
    },
  };
  const input = { to: "r" as VirtualPath, conflict: "fail", resume: false, maxEntries: 100 } as const; // the fixture's root
  const source = (async function* () {
    yield new Uint8Array(await makeTar(files).arrayBuffer());
  })();
  const gate = { storage, maxBytes: null, overwriting: () => Promise.reject(new Error("nothing gives way")) };
  await expect(receiveMany(gate, { ...input, source })).rejects.toThrow("a mistake of ours");
});
