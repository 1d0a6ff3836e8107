import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { isPlainHere, placesSharedWith, realPlace } from "@/lib/server/machine/own-places";
import { hungMountProblem, mountHung } from "@/lib/server/storage/conformance/hung-mount";
import { placeRoots } from "./place-roots";

let folder: string;
const at = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "filedeck-roots-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(at("there/deep"), { recursive: true });
  symlinkSync("there/../there", at("link"));
  symlinkSync("loop", at("loop"));
});

test("locations are where links lead, and have to be there", () => {
  const rootAt = (name: string) => ({ hostPath: at(name), note: "Files" });
  expect(placeRoots([rootAt("link/deep")])).toEqual([rootAt("there/deep")]);
  for (const name of ["nothing", "link/nothing", "loop"])
    expect(() => placeRoots([rootAt(name)])).toThrow(`no such folder: ${at(name)}`);
  expect(() => placeRoots([{ hostPath: "/etc/passwd", note: "Files" }])).toThrow("no such folder: /etc/passwd");
});

test("places are plain without links on the way, also where nothing is", () => {
  const isPlain = (name: string) => isPlainHere(at(name));
  expect(["there/deep", "there/nothing", "nothing/at/all"].map(isPlain)).toEqual([true, true, true]);
  expect(["link", "link/deep", "loop"].map(isPlain)).toEqual([false, false, false]);
});

test.skipIf(hungMountProblem !== null)("nobody waits at once for a mount that never answers", async ({ skip }) => {
  mkdirSync(at("hung"));
  const mount = await mountHung(at("hung"));
  if (mount === null) {
    skip("nothing can be mounted here");
    return;
  }
  onTestFinished(() => mount.end());
  await pause(250);
  symlinkSync("hung", at("to-hung"));
  expect(placeRoots([{ hostPath: at("to-hung/films"), note: "NAS" }])).toEqual([
    { hostPath: at("hung/films"), note: "NAS" },
  ]);
  expect([realPlace(at("to-hung/a/../b")), isPlainHere(at("hung/a")), isPlainHere(at("to-hung/a"))]).toEqual([
    at("hung/b"),
    true,
    false,
  ]);
  const isShared = placesSharedWith(at("there"));
  expect([isShared(at("hung/a")), isShared(at("there/deep"))]).toEqual([false, true]);
});
