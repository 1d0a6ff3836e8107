import { expect, test, vi } from "vitest";
import type { Db } from "@/lib/server/db/open-db";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { noteSeen } from "./note-seen";

test("what cannot be written, nor told of, keeps nothing from being written later", async () => {
  startAppOf({}); // without a log
  const broken = vi.fn(() => Promise.reject(new Error("broken")));
  const db = { session: { updateMany: () => null }, $transaction: broken } as unknown as Db; // all that it needs
  noteSeen(db, "session", { id: "first", atMs: undefined });
  await vi.waitFor(() => expect(broken).toHaveBeenCalledOnce());
  await new Promise(setImmediate);
  noteSeen(db, "session", { id: "second", atMs: undefined });
  await vi.waitFor(() => expect(broken).toHaveBeenCalledTimes(2));
});
