import { expect, test } from "vitest";
import { outcomeOf } from "@/lib/server/storage/conformance/support";
import { createRecordList } from "./record-list";

const record = (index: number) => Buffer.from(`${"a-long-name-that-fills-the-listing-quickly-".repeat(3)}${index}`);

test("gives back every record, in order, and holds a fraction of them", async () => {
  const records = createRecordList(512 * 1024);
  const all: Buffer[] = [];
  for (let index = 0; index < 30_000; index++) {
    all.push(record(index));
    await records.add(record(index));
  }
  all.push(Buffer.alloc(70_000, "x")); // longer than a block
  await records.add(Buffer.alloc(70_000, "x"));
  const whole = Buffer.concat(all);
  expect(records.sum()).toEqual({ count: 30_001, sizeBytes: whole.length });
  const read: Buffer[] = [];
  for await (const part of records.read()) read.push(Buffer.from(part));
  expect(Buffer.concat(read).equals(whole)).toBe(true);
});

test("refuses what takes more than may be held", async () => {
  const records = createRecordList(2_000);
  const fill = async () => {
    for (let index = 0; index < 30_000; index++) await records.add(record(index));
  };
  expect(await outcomeOf(fill())).toBe("file/too-large");
});
