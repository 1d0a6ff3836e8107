import { createRequire } from "node:module";
import { getSystemErrorName } from "node:util";
import type Koffi from "koffi";
import { toFsPath, type FsPath } from "./fs-path";
import { callSync, mayCallSync } from "./quick-disks";
import { onItsMount } from "./slow-mounts";

/** What Node has no call for. `void *` takes a Buffer: paths end with a zero byte, see {@link cPath}. */
const signatures = {
  renameat2: "int renameat2(int, void *, int, void *, uint)",
  listxattr: "long listxattr(void *, void *, size_t)",
  llistxattr: "long llistxattr(void *, void *, size_t)",
  getxattr: "long getxattr(void *, void *, void *, size_t)",
  lgetxattr: "long lgetxattr(void *, void *, void *, size_t)",
  setxattr: "int setxattr(void *, void *, void *, size_t, int)",
  lsetxattr: "int lsetxattr(void *, void *, void *, size_t, int)",
  removexattr: "int removexattr(void *, void *)",
  utimensat: "int utimensat(int, void *, void *, int)",
  fcntl: "int fcntl(int, int, void *)",
  futimens: "int futimens(int, void *)",
  flistxattr: "long flistxattr(int, void *, size_t)",
  copy_file_range: "long copy_file_range(int, void *, int, void *, size_t, uint)",
  lseek: "int64 lseek(int, int64, int)",
  syncfs: "int syncfs(int)",
  sendfile: "long sendfile(int, int, void *, size_t)",
  statx: "int statx(int, void *, int, uint, void *)",
  name_to_handle_at: "int name_to_handle_at(int, void *, void *, void *, int)",
  open_by_handle_at: "int open_by_handle_at(int, void *, int)",
  syscall: "long syscall(long, int, void *, void *, size_t)",
} as const;
type Name = keyof typeof signatures;
type Argument = number | Buffer | null;

/** Calls that may take as long as the disk takes go to a thread, whatever the disk. */
const slow: ReadonlySet<Name> = new Set(["copy_file_range", "syncfs", "sendfile"]);

/** Which arguments say what a call is about, where that is not the first. */
const targets: Partial<Record<Name, readonly number[]>> = {
  renameat2: [0, 2],
  utimensat: [1],
  name_to_handle_at: [1],
  copy_file_range: [0, 2],
  sendfile: [0, 1],
  syscall: [],
};

type Native = { (...args: Argument[]): unknown; async: (...args: unknown[]) => unknown };
/** `errno` is the last call's of this thread. */
type Libc = { functions: ReadonlyMap<Name, Native>; errno: () => number };
let loading: Promise<Libc | null> | null = null;
let loaded: Libc | null = null;

/** The functions themselves, for those who call one very often. Null where there is no build for this platform. */
export function loadLibc(): Promise<Libc | null> {
  return (loading ??= load());
}

/** Loaded with the first call. */
async function load(): Promise<Libc | null> {
  try {
    const koffi = createRequire(import.meta.url)("koffi") as typeof Koffi; // threads from source find no packages by import
    const libc = koffi.load(null);
    const functions = new Map<Name, Native>();
    for (const [name, signature] of Object.entries(signatures)) {
      try {
        functions.set(name as Name, libc.func(signature) as Native); // a key of the table, and its function
      } catch {
        // An older libc lacks it.
      }
    }
    loaded = { functions, errno: () => koffi.errno() };
    return loaded;
  } catch {
    return null;
  }
}

/**
 * Calls a function of libc and gives what it returns. A failure is an error with a `code`, as Node's own; what is missing here is
 * ENOSYS. Buffers must not be touched until it is done.
 */
export async function callLibc(name: Name, ...args: Argument[]): Promise<number> {
  const libc = await loadLibc();
  if (libc !== null && !slow.has(name) && mayCallSync()) return callSync(() => callNow(libc, name, args));
  const run = libc?.functions.get(name);
  if (libc === null || run === undefined) throw failure(name, "ENOSYS");
  const call = () =>
    whenFree(
      () =>
        new Promise<number>((resolve, reject) => {
          run.async(...args, (error: Error | null, result: unknown) => {
            // errno is the call's own as long as nothing else is called.
            try {
              if (error !== null) throw error;
              resolve(check(libc, name, result));
            } catch (failed) {
              reject(failed instanceof Error ? failed : new Error(String(failed)));
            }
          });
        }),
    );
  const on = (targets[name] ?? [0]).map((index) => args[index] ?? -1);
  return onItsMount(on, call);
}

/** Koffi refuses whatever is more than 256 calls that run or wait; malloc_trim(3) is one of them too. */
const callsAtOnce = 128;
let running = 0;
const waiting: (() => void)[] = [];

/** Makes a call on a thread as soon as there are fewer than 128, first come, first served. */
async function whenFree<T>(call: () => Promise<T>): Promise<T> {
  if (running < callsAtOnce) running++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await call();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

/** Whether a function can be called on this platform; from then on also at once. */
export async function hasLibc(name: Name): Promise<boolean> {
  return (await loadLibc())?.functions.has(name) === true;
}

/** {@link callLibc} at once, for who asked quick-disks.ts: ENOSYS also as long as nothing has loaded libc. */
export function callLibcNow(name: Name, ...args: Argument[]): number {
  if (loaded === null) throw failure(name, "ENOSYS");
  return callNow(loaded, name, args);
}

function callNow(libc: Libc, name: Name, args: readonly Argument[]): number {
  const run = libc.functions.get(name);
  if (run === undefined) throw failure(name, "ENOSYS");
  return check(libc, name, run(...args));
}

function check(libc: Libc, name: Name, result: unknown): number {
  const value = Number(result);
  if (value < 0) throw failure(name, nameOf(libc.errno()));
  return value;
}

function nameOf(errno: number): string {
  try {
    return getSystemErrorName(-errno);
  } catch {
    return "EIO"; // one that Node has no name for
  }
}

function failure(name: Name, code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${name}`), { code, syscall: name });
}

/** A name or path for a C function. */
export function cPath(path: FsPath): Buffer {
  const bytes = typeof path === "string" ? toFsPath(path) : path;
  return typeof bytes === "string" ? Buffer.from(`${bytes}\0`) : Buffer.concat([bytes, Buffer.alloc(1)]);
}
