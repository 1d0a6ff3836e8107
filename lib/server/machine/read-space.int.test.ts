import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import type { FileSystem } from "./file-systems";
import { createSpaceReader, readSpace, type Space } from "./read-space";

const system = (place: string, isRemote = false): FileSystem => ({
  place,
  type: "ext4",
  source: "/dev/x",
  isReadOnly: false,
  isRemote,
});

test("tells the room, also by the program that asks remote ones", async () => {
  const remote = { ...system("/"), isRemote: true };
  const spaces = await createSpaceReader()([system(tmpdir()), remote, system("/gone")]);
  expect(spaces.get(tmpdir())).toMatchObject({
    isAnswering: true,
    space: { totalBytes: (await readSpace(tmpdir())).totalBytes },
  });
  expect(spaces.get("/")?.space?.totalBytes).toBe((await readSpace("/")).totalBytes);
  expect(spaces.get("/gone")).toEqual({ space: null, isAnswering: false });
});

test("waits for one that does not answer once, and does not ask it again until it has", async () => {
  const space = await readSpace(tmpdir());
  const answers: ((found: Space) => void)[] = [];
  const look = createSpaceReader({
    remote: () => new Promise((resolve) => answers.push(resolve)),
    patience: 50,
  });
  const systems = [system("/nas", true), system(tmpdir())];
  const first = look(systems);
  answers[0]?.(space);
  expect((await first).get("/nas")).toEqual({ space, isAnswering: true });
  // What was known of it stays, marked.
  expect((await look(systems)).get("/nas")).toEqual({ space, isAnswering: false });
  const later = await look(systems);
  expect([answers.length, later.get("/nas")?.isAnswering, later.get(tmpdir())?.isAnswering]).toEqual([2, false, true]);
  answers[1]?.({ ...space, freeBytes: 1 });
  await new Promise((resolve) => setImmediate(resolve));
  expect((await look(systems)).get("/nas")?.isAnswering).toBe(false);
  expect(answers).toHaveLength(3);
});
