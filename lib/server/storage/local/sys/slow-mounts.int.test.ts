import { once } from "node:events";
import { closeSync, constants, mkdirSync, mkdtempSync, openSync, readFileSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { forgetLeft, mountIdOf } from "@/lib/server/machine/detached-mounts";
import { runBriefly } from "@/lib/server/process/run-briefly";
import { noteMounts } from "@/lib/server/machine/hanging-mounts";
import { callOnMount, callsPerMount, patience, slowMountOf } from "./slow-mounts";

test("a folder whose path is longer than the kernel tells is known by its mount", () => {
  const root = mkdtempSync(path.join(tmpdir(), "filedeck-deep-"));
  const open = (place: string) => openSync(place, constants.O_RDONLY | constants.O_DIRECTORY);
  let fd = open(root);
  onTestFinished(async () => {
    closeSync(fd);
    forget();
    // Node's own goes by whole paths.
    await runBriefly("/bin/rm", ["-rf", "--", root]);
  });
  const name = "n".repeat(250);
  for (let depth = 0; depth < 20; depth++) {
    const next = `/proc/self/fd/${fd}/${name}`;
    mkdirSync(next);
    const inner = open(next);
    closeSync(fd);
    fd = inner;
  }
  // As if what it lies on were a network share.
  noteMounts(`${mountIdOf(fd)} 1 0:99 / ${root} rw - nfs4 server:/x rw`);
  expect(slowMountOf([`/proc/self/fd/${fd}/entry`])?.place).toBe(root);
  expect(slowMountOf([fd])?.place).toBe(root);
});

function forget(): void {
  noteMounts(readFileSync("/proc/self/mountinfo", "utf8"));
  forgetLeft();
}

const share = (id: number, place: string) => `${id} 1 0:${id} / ${place} rw - nfs4 server:/x rw`;

test("a share is not refused for one that hung at its place before", async () => {
  const usual = { ...patience };
  Object.assign(patience, { turnMs: 50, questionMs: 100 });
  const waiting = new AbortController();
  onTestFinished(() => {
    waiting.abort();
    Object.assign(patience, usual);
    forget();
  });
  const ask = (text: string) => {
    noteMounts(text);
    const mount = slowMountOf(["/share/file"]);
    if (mount === null) throw new Error("it may hang");
    return mount;
  };
  const old = ask(share(900_001, "/share"));
  const hanging = () => once(waiting.signal, "abort");
  const calls = Array.from({ length: callsPerMount }, () => callOnMount(old, hanging));
  await expect(callOnMount(old, async () => "answered")).rejects.toThrow("ETIMEDOUT: /share does not answer");
  expect(await callOnMount(ask(share(900_002, "/share")), async () => "answered")).toBe("answered");
  // The same one is the same one, whatever is at its place.
  await expect(callOnMount(old, async () => "answered")).rejects.toThrow("ETIMEDOUT");
  waiting.abort();
  await Promise.all(calls);
});

test("what is open on a share that another mount covers is known by its own", () => {
  const root = mkdtempSync(path.join(tmpdir(), "filedeck-covered-"));
  const fd = openSync(root, constants.O_RDONLY | constants.O_DIRECTORY);
  onTestFinished(() => {
    closeSync(fd);
    rmdirSync(root);
    forget();
  });
  const id = mountIdOf(fd) ?? -1;
  noteMounts([share(id, root), share(900_002, root)].join("\n"));
  expect([slowMountOf([fd])?.id, slowMountOf([root])?.id]).toEqual([id, 900_002]);
  noteMounts([share(id, root), `900002 1 0:9 / ${root} rw - ext4 /dev/x rw`].join("\n"));
  expect([slowMountOf([fd])?.id, slowMountOf([root])?.id]).toEqual([id, undefined]);
});
