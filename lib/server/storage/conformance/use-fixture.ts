import { afterEach, beforeEach } from "vitest";
import type { MakeFixture, StorageFixture } from "./support";

/** A fresh fixture for each test of the surrounding block. */
export function useFixture(makeFixture: MakeFixture): () => StorageFixture {
  let fixture: StorageFixture | null = null;
  beforeEach(async () => {
    fixture = await makeFixture();
  });
  afterEach(async () => {
    await fixture?.close();
    fixture = null;
  });
  return () => {
    if (fixture === null) throw new Error("only within a test");
    return fixture;
  };
}
