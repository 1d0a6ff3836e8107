import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { duplicatesResult } from "@/lib/contracts/duplicates";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { finishTask } from "../support/finish-task";
import { serverTest as test } from "../support/server-test";
import type { Filedeck } from "../support/start-filedeck";

async function search(server: Filedeck, session: Session, folder: string, more: object = {}) {
  const begun = await call<{ taskId: string }>(server, "file/duplicates", {
    session,
    body: { path: folder, ...more },
  });
  expect(begun.status, begun.text).toBe(200);
  const task = await finishTask(server, session, begun.answer.data.taskId);
  expect(task.state).toBe("done");
  const result = duplicatesResult.parse(task.result);
  const groups = result.groups.map(({ size, files }) => [size, files.map((file) => path.basename(file.path)).sort()]);
  return { task, result, groups };
}

test("alike is what has the same bytes, not the same size, beginning and end, nor another name of one file", async ({
  server,
  root,
  tempRoot,
}) => {
  const long = "a".repeat(100_000);
  const { dir, path: base } = tempRoot({
    one: { "big.bin": long, "small.txt": "same", "empty.txt": "" },
    two: {
      "copy.bin": long,
      "middle.bin": `${long.slice(0, 50_000)}b${long.slice(50_001)}`,
      "end.bin": `${long.slice(1)}b`,
    },
    "copy of small.txt": "same",
    "other.txt": "diff",
    "empty too.txt": "",
  });
  linkSync(path.join(dir, "one/small.txt"), path.join(dir, "hard.txt"));
  symlinkSync("one/big.bin", path.join(dir, "soft.bin"));
  mkdirSync(path.join(dir, "closed"));
  writeFileSync(path.join(dir, "closed/secret copy.bin"), long);
  const small = expect.arrayContaining(["copy of small.txt"]);
  const all = await search(server, root, base);
  expect(all.groups).toEqual([
    [100_000, ["big.bin", "copy.bin", "secret copy.bin"]],
    [4, small],
  ]);
  expect(all.result.groups[1]?.files).toHaveLength(2);
  expect(all.result).toMatchObject({ path: base, groupCount: 2, bytes: 200_004, unreadable: 0 });
  // Only what is asked for by its id is long.
  const list = await call<{ tasks: object[] }>(server, "task/list", { session: root });
  expect(list.answer.data.tasks.some((listed) => "result" in listed || "input" in listed)).toBe(false);

  const limits = { access: [dir], deny: [path.join(dir, "closed")] };
  const user = await signIn(server, await makeUser(server, root, { ...limits, permissions: ["file_read"] }));
  const seen = await search(server, user, base, { minBytes: 5 });
  expect(seen.groups).toEqual([[100_000, ["big.bin", "copy.bin"]]]);
  const refused = async (session: Session, folder: string) =>
    (await call(server, "file/duplicates", { session, body: { path: folder } })).answer.error;
  expect(await refused(user, `${base}/closed`)).toBe("file/not-found");
  expect(await refused(root, `${base}/other.txt`)).toBe("file/not-folder");
  const blind = await signIn(server, await makeUser(server, root, { permissions: [] }));
  expect(await refused(blind, base)).toBe("auth/forbidden");
});
