import fs from "node:fs";
import path from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { AppError, isAppError } from "@/lib/shared/errors";
import { at } from "@/lib/server/storage/conformance/support";
import { SftpStatus, statusCodes } from "@/lib/server/storage/sftp/protocol/sftp-status";
import { sys } from "@/lib/server/storage/local/sys/sys";
import { listTrash } from "@/lib/server/trash/list-trash";
import { makeTrashFixture } from "@/lib/server/trash/trash-fixture";
import { discard } from "./discard";

afterEach(() => void vi.restoreAllMocks());

test.each([
  [1, ["r/a"]],
  [2, []],
])("what was refused by the trash %i times in a row is then in it: %j", async (times, kept) => {
  const { root, ctx, close } = await makeTrashFixture();
  onTestFinished(close);
  fs.writeFileSync(path.join(root, "a"), "a");
  const { rename } = sys;
  let left = times;
  vi.spyOn(sys, "rename").mockImplementation(async (from, to) => {
    if (left-- > 0) throw Object.assign(new Error("EBUSY"), { code: "EBUSY" });
    return rename(from, to);
  });
  expect(await discard(ctx, at("a"), null)).toEqual([]);
  expect((await listTrash({ all: true, limit: 9 }, ctx)).entries.map((one) => one.path)).toEqual(kept);
  expect(fs.existsSync(path.join(root, "a"))).toBe(false);
});

test.each([
  ["failure", statusCodes.failure, true],
  ["denied", statusCodes.denied, false],
  ["unsupported", statusCodes.unsupported, false],
  ["nothing", null, false],
])("what a host refuses with %s is still there afterwards", async (_, status, stays) => {
  const { root, ctx, close } = await makeTrashFixture();
  onTestFinished(close);
  fs.writeFileSync(path.join(root, "a"), "a");
  const cause = status === null ? {} : { cause: new SftpStatus(status, "") };
  vi.spyOn(ctx.storage.trash, "put").mockImplementation(() => {
    return Promise.reject(new AppError("trash/unavailable", {}, cause));
  });
  const outcome = await discard(ctx, at("a"), null).then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.key : "other"),
  );
  expect([outcome, fs.existsSync(path.join(root, "a"))]).toEqual([stays ? "trash/unavailable" : "done", stays]);
});
