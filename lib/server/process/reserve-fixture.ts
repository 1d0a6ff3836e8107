import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { ownOwner, removeStale, reservations } from "./owned-folder-fixture.mjs";

/** Names of files below {@link reservations}. */
const own = new Set<string>();
let isWatching = false;

/** Keeps this for this process, beside all others that do tests on this machine, until its end; false where another has it. */
function reserve(name: string): boolean {
  mkdirSync(reservations, { recursive: true });
  const file = path.join(reservations, name);
  const draft = path.join(reservations, `draft.${name}.${ownOwner}`);
  if (!isWatching) process.once("exit", () => own.forEach(release));
  isWatching = true;
  writeFileSync(draft, ownOwner);
  try {
    // Is there at once with its owner, or not at all.
    linkSync(draft, file);
    own.add(name);
    return true;
  } catch {
    return removeStale(file) && reserve(name);
  } finally {
    rmSync(draft, { force: true });
  }
}

function release(name: string): void {
  if (own.delete(name)) rmSync(path.join(reservations, name), { force: true });
}

type Wanted = {
  first: number;
  last: number;
  /** So many in a row. */
  run: number;
  isFree: (number: number) => boolean | Promise<boolean>;
};

/** The first of them, from a random one on, that nobody has and that are free. */
async function pick(kind: string, { first, last, run, isFree }: Wanted): Promise<number> {
  const count = last - first + 2 - run;
  const begin = Math.floor(Math.random() * count);
  for (let at = 0; at < count; at++) {
    const found = first + ((begin + at) % count);
    if (await reserveAll(kind, { first: found, last: found + run - 1, isFree })) return found;
  }
  throw new Error(`none is left of ${kind} ${first} to ${last} (${reservations})`);
}

async function reserveAll(kind: string, { first, last, isFree }: Omit<Wanted, "run">): Promise<boolean> {
  const got: string[] = [];
  for (let index = first; index <= last; index++) {
    const name = `${kind}-${index}`;
    if (reserve(name)) got.push(name);
    if (got.at(-1) === name && (await isFree(index))) continue;
    got.forEach(release);
    return false;
  }
  return true;
}

type Ports = Partial<Omit<Wanted, "isFree">> & {
  /** Where nobody may listen yet. */
  address?: string;
};

/**
 * A port that nobody listens on, of this process until its end. Below those that the kernel gives to who asks for any: between the choice and its use
 * nobody gets it by chance. `run`: so many in a row, of which it is the first.
 */
export function freePort({
  address = "127.0.0.1",
  first = 20_000,
  last = 31_000,
  run = 1,
}: Ports = {}): Promise<number> {
  return pick("port", { first, last, run, isFree: (port) => isQuiet(port, address) });
}

function isQuiet(port: number, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, address, () => server.close(() => resolve(true)));
  });
}

export type Subnet = {
  /** The first three numbers of a network of 256 addresses. */
  prefix: string;
  /** Another network, of 4,096 addresses, to be divided. */
  pool: string;
  release: () => void;
};

/** Networks that are of this process until its end, or until they are released. */
export async function freeSubnet(): Promise<Subnet> {
  const index = await pick("subnet", { first: 0, last: 255, run: 1, isFree: (number) => !isRouted(10, 213, number) });
  const pool = `10.${224 + Math.floor(index / 16)}.${(index % 16) * 16}.0/20`;
  return { prefix: `10.213.${index}`, pool, release: () => release(`subnet-${index}`) };
}

/** Whether this machine has an own route there; one for half of the world gives way to what is more exact. */
function isRouted(...numbers: [number, number, number]): boolean {
  const [, ...routes] = readFileSync("/proc/net/route", "latin1").trim().split("\n");
  return routes.some((line) => {
    const [, to = "", , , , , , mask = ""] = line.split("\t");
    // The last number first, in hexadecimal digits.
    const bytes = (text: string) => (text.match(/../g) ?? []).map((digits) => parseInt(digits, 16)).toReversed();
    const masks = bytes(mask);
    return (
      masks[1] === 255 &&
      bytes(to).every((byte, at) => at > 2 || (byte & 255) === ((numbers[at] ?? 0) & (masks[at] ?? 0)))
    );
  });
}
