import { readlinkSync } from "node:fs";
import { createTurns } from "@/lib/server/base/turns";
import {
  areAnyHidden,
  mayAnythingHang,
  mountOfDescriptor,
  mountThatMayHang,
  placesThatMayHang,
  type SlowMount,
} from "@/lib/server/machine/hanging-mounts";
import type { FsPath } from "./fs-path";

/** What a call is about: a path, or a descriptor. */
export type Target = FsPath | number;

const { UV_THREADPOOL_SIZE } = process.env; // oxlint-disable-line no-restricted-properties -- libuv's own: as many threads as it has made
const threads = Number(UV_THREADPOOL_SIZE) || 4;
/** One thread, or two of many, are for whatever does not hang. */
const inAll = Math.max(1, threads - (threads < 8 ? 1 : 2));
/** A mount that hangs leaves something to those that do not. */
export const callsPerMount = Math.ceil((inAll * 2) / 3);
/** A server that starts anew, or a disk that wakes up, is waited for: until a call begins, and until a question has its answer. */
export const patience = { turnMs: 15_000, questionMs: 30_000 };

const ofDescriptor = /^\/proc\/(?:self|\d+)\/fd\/(\d+)(\/.*)?$/s;

/** The mount of one of the targets that may hang, or null. Asks nothing but the kernel's own memory. */
export function slowMountOf(targets: readonly Target[]): SlowMount | null {
  if (!mayAnythingHang()) return null;
  for (const target of targets) {
    const mount = mountOf(target);
    if (mount !== null) return mount;
  }
  return null;
}

/** Of names (Latin-1) in an open folder: the mount that the folder is on, where that may hang, and which names are the places of such mounts. */
export function slowMountsIn(folderFd: number): { own: SlowMount | null; children: ReadonlySet<string> } {
  if (!mayAnythingHang()) return { own: null, children: new Set() };
  const places = placesThatMayHang();
  const folder = placeOf(folderFd) ?? "";
  const start = folder === "/" ? folder : `${folder}/`;
  const names = places
    .filter((place) => place.startsWith(start) && !place.slice(start.length).includes("/"))
    .map((place) => Buffer.from(place.slice(start.length)).toString("latin1"));
  return { own: mountOf(folderFd), children: new Set(names) };
}

function mountOf(target: Target): SlowMount | null {
  if (typeof target === "number") return target < 0 ? null : mountOfOpen(target, "");
  const path = target.toString().replace(/\0$/, "");
  const [, fd, rest = ""] = ofDescriptor.exec(path) ?? [];
  return fd === undefined ? mountThatMayHang(path) : mountOfOpen(Number(fd), rest);
}

/** Its path says more, such as where another mount begins below it; of what is deeper than paths are long, or on a mount that is covered or in no table, it says nothing. */
function mountOfOpen(fd: number, rest: string): SlowMount | null {
  const place = placeOf(fd);
  const own = place === null || areAnyHidden() ? mountOfDescriptor(fd) : null;
  return own ?? (place === null ? null : mountThatMayHang(place + rest));
}

/** Whether a path is what a descriptor is kept as, whose text the kernel has by itself. */
export function isDescriptor(path: FsPath): boolean {
  const found = ofDescriptor.exec(path.toString());
  return found !== null && found[2] === undefined;
}

/** Null: it is closed, or its path is longer than 4,096 bytes. */
function placeOf(fd: number): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return null;
  }
}

const turns = createTurns({ atOnce: callsPerMount, maxWaiting: 1_000, inAll });
/** Of mounts (by number) with calls that run: how many, and when it last answered one, or was asked after a pause. */
const states = new Map<number, { running: number; answeredMs: number }>();

/** Makes a call with one of libuv's threads: at once, or in turn where the mount of a target may hang. Throws as {@link callOnMount}. */
export function onItsMount<T>(targets: readonly Target[], call: () => Promise<T>): Promise<T> {
  const mount = slowMountOf(targets);
  return mount === null ? call() : callOnMount(mount, call);
}

/**
 * The same for a question: what has not been answered for 30 s is given up, as if it had not begun, and goes on by itself. `late` gets an answer that comes
 * after that.
 */
export function askItsMount<T>(
  targets: readonly Target[],
  call: () => Promise<T>,
  late: (answer: T) => void = () => {},
): Promise<T> {
  const mount = slowMountOf(targets);
  return mount === null
    ? call()
    : within(patience.questionMs, noAnswer(mount), { asked: callOnMount(mount, call), late });
}

/** Throws `error` where it takes longer. */
export function within<T>(
  ms: number,
  error: Error,
  { asked, late = () => {} }: { asked: Promise<T>; late?: (answer: T) => void },
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(error);
    }, ms);
    asked.then((answer) => (isLate ? late(answer) : resolve(answer)), reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Makes a call on a mount that may hang, so that it never takes all of libuv's threads: nobody would sign in any more. Throws an error with the code
 * ETIMEDOUT, as the kernel does for a "soft" mount, where all that it may have running has not been answered for 15 s.
 */
export async function callOnMount<T>(mount: SlowMount, call: () => Promise<T>): Promise<T> {
  const { id } = mount;
  const { running = 0, answeredMs = 0 } = states.get(id) ?? {};
  if (running >= callsPerMount && performance.now() - answeredMs > patience.turnMs) throw noAnswer(mount);
  const stop = new AbortController();
  const leave = await within(patience.turnMs, noAnswer(mount), {
    asked: turns(String(id), stop.signal),
    late: (late) => late(),
  }).catch((error: unknown) => {
    stop.abort(); // out of the line
    throw error;
  });
  const state = states.get(id) ?? { running: 0, answeredMs: performance.now() };
  states.set(id, state);
  state.running++;
  try {
    return await call();
  } finally {
    state.running--;
    state.answeredMs = performance.now();
    if (state.running === 0) states.delete(id);
    leave();
  }
}

/** It has the code of the kernel's own, which ends what it began; here nothing was begun. */
class NoAnswer extends Error {
  readonly code = "ETIMEDOUT";
}

export const isNoAnswer = (error: unknown) => error instanceof NoAnswer;

function noAnswer({ place }: SlowMount): Error {
  return new NoAnswer(`ETIMEDOUT: ${place} does not answer`);
}
