import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { runBriefly } from "@/lib/server/process/run-briefly";
import { endGroup, spawnChild } from "@/lib/server/process/spawn-child";

/** Why no mount that answers some questions can be made here, or null. */
export const halfMountProblem =
  process.getuid?.() !== 0 || !existsSync("/dev/fuse") || !existsSync("/usr/bin/python3")
    ? "only root mounts a file system, and python3 answers for it"
    : null;

/** The numbers of linux/fuse.h. */
const questions = { access: 34, flush: 25 } as const;

/** `touch`: its folder has changed. `hang`: from now on what asks this is answered after six seconds, so that a test which is held itself goes on; null: at once again. */
export type HalfMount = {
  hang: (what: keyof typeof questions | null) => void;
  touch: () => void;
  end: () => Promise<void>;
};

/** A file system with one file, `file`, of 64 letters, that fails to answer what it is told to. Null where none can be mounted. */
export async function mountHalf(folder: string): Promise<HalfMount | null> {
  const control = `${folder}.hang`;
  const time = `${control}.time`;
  for (const file of [control, time]) rmSync(file, { force: true });
  const options = "fd=3,rootmode=40000,user_id=0,group_id=0,allow_other";
  const script = `exec 3<>/dev/fuse && mount -i -t fuse -o ${options} none "$0" && exec /usr/bin/python3 -c "$1" "$2"`;
  const child = spawnChild("/bin/bash", ["-c", script, folder, answer, control], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "exit");
  const isMounted = await Promise.race([once(child.stdout, "data").then(() => true), ended.then(() => false)]);
  if (!isMounted) return null;
  return {
    hang(what) {
      if (what === null) rmSync(control, { force: true });
      else writeFileSync(control, String(questions[what]));
    },
    touch: () => writeFileSync(time, "."),
    end: async () => {
      for (const file of [control, time]) rmSync(file, { force: true });
      endGroup(child);
      await ended;
      await runBriefly("/usr/bin/umount", ["-l", "--", folder]);
    },
  };
}

/** Speaks FUSE 7.31: each request begins with its length, what it asks, its number, and the inode; 1 is the folder, 2 the file. */
const answer = `
import os, struct, sys, threading, time
text = b"A" * 64
def attr(node):
    mode, size = (0o40777, 0) if node == 1 else (0o100666, len(text))
    changed = int(os.path.exists(sys.argv[1] + ".time"))
    return struct.pack("<QQQQQQIIIIIIIIII", node, size, 1, 0, changed, changed, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)
def entry(node, off, name, kind):
    raw = struct.pack("<QQII", node, off, len(name), kind) + name
    return raw + b"\\0" * (-len(raw) % 8)
def hangs(op):
    try: return open(sys.argv[1]).read() == str(op)
    except OSError: return False
def said(op, node, body):
    if op == 26: return struct.pack("<IIIIHHIIHHIIII", 7, 31, 65536, 0, 0, 0, 65536, 1, 0, 0, 0, 0, 0, 0) + b"\\0" * 16
    if op == 1: return struct.pack("<QQQQII", 2, 0, 0, 0, 0, 0) + attr(2) if body == b"file\\0" else -2
    if op == 3: return struct.pack("<QII", 0, 0, 0) + attr(node)
    if op in (14, 27): return struct.pack("<QII", 1, 0, 0)
    if op == 28:
        off = struct.unpack("<Q", body[8:16])[0]
        return b"" if off else entry(1, 1, b".", 4) + entry(1, 2, b"..", 4) + entry(2, 3, b"file", 8)
    if op == 15:
        off = struct.unpack("<Q", body[8:16])[0]
        return text[off:]
    if op == 17: return struct.pack("<QQQQQIIII", 9, 9, 9, 9, 9, 4096, 255, 4096, 0) + b"\\0" * 24
    return b"" if op in (18, 25, 29, 34) else -38
def reply(op, number, node, body):
    until = time.monotonic() + 6
    while hangs(op) and time.monotonic() < until: time.sleep(0.05)
    out = said(op, node, body)
    error, out = (out, b"") if isinstance(out, int) else (0, out)
    try: os.write(3, struct.pack("<IiQ", 16 + len(out), error, number) + out)
    except OSError: pass
while True:
    raw = os.read(3, 200000)
    size, op, number, node = struct.unpack("<IIQQ", raw[:24])
    if op == 26: reply(op, number, node, b""); print("mounted", flush=True)
    elif op not in (2, 36, 42): threading.Thread(target=reply, args=(op, number, node, raw[40:]), daemon=True).start()
`;
