import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deriveKeys } from "@/lib/server/base/keys";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { at } from "@/lib/server/storage/conformance/support";
import { addPlaces } from "@/lib/server/storage/places";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { memoryOf, rememberFetch } from "./fetch-rows";
import { resumeFetches } from "./resume-fetches";

let fixture: TrashFixture;
beforeEach(async () => {
  fixture = await makeTrashFixture();
});
afterEach(() => fixture.close());

test("what was left of a download on a host that never answers holds up no other download", async () => {
  const { db, log } = fixture.ctx;
  const stopping = new AbortController();
  const app = startAppOf({ db, log, keys: deriveKeys(Buffer.alloc(32, 1)), stopping: stopping.signal });
  const places = { real: async (place: string) => place, isThere: async () => true };
  addPlaces("silent", { ...places, sweepPart: () => new Promise<never>(() => {}) });
  addPlaces("quick", { ...places, sweepPart: async () => true });
  const url = new URL("https://192.0.2.1/job");
  for (const [taskId, userId] of [
    ["silent", "tom"],
    ["quick", "mia"],
  ] as const) {
    const wish = { url, to: at("to"), place: null, name: undefined, conflict: "rename" as const };
    const row = await rememberFetch(db, { taskId, actor: actorOf(userId), wish });
    const kept = { partId: "p", name: (await fixture.storage.entry(at(""))).name, conflict: "fail" as const };
    const place = `${taskId}:x/part`;
    await memoryOf(db, row).keep({ ...kept, place, validator: null, sizeBytes: null, etag: null });
  }
  const resumed = resumeFetches(app);
  const left = async () => (await db.remoteFetch.findMany()).map(({ taskId }) => taskId);
  await vi.waitFor(async () => expect(await left()).toEqual(["silent"]));
  stopping.abort();
  await resumed;
});
