import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { areAnyDetached, placeWhenMounted } from "./detached-mounts";
import { noteMounts } from "./hanging-mounts";

const real = () => readFileSync("/proc/self/mountinfo", "utf8");
const line = (id: number, place: string, type: string) => `${id} 1 0:99 / ${place} rw - ${type} source rw`;

test("a mount that is in no table any more is known until its number is another's", () => {
  noteMounts(real());
  onTestFinished(() => noteMounts(real()));
  const id = 999_999;
  noteMounts(line(id, "/share", "nfs4"));
  noteMounts(line(1, "/", "ext4"));
  expect([areAnyDetached(), placeWhenMounted(id)]).toEqual([true, "/share"]);
  noteMounts(line(id, "/disk", "ext4"));
  expect([areAnyDetached(), placeWhenMounted(id)]).toEqual([false, undefined]);
});
