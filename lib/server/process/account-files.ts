import { randomId } from "@/lib/shared/units";
import { withLock } from "@/lib/server/base/with-lock";
import { onHostAs, type HostAccount } from "./host-account";
import { runToEnd, type Outcome } from "./run-to-end";

const programs = {
  cat: ["/usr/bin/cat", "/bin/cat"],
  chmod: ["/usr/bin/chmod", "/bin/chmod"],
  cp: ["/usr/bin/cp", "/bin/cp"],
  dd: ["/usr/bin/dd", "/bin/dd"],
  find: ["/usr/bin/find", "/bin/find"],
  ln: ["/usr/bin/ln", "/bin/ln"],
  mkdir: ["/usr/bin/mkdir", "/bin/mkdir"],
  realpath: ["/usr/bin/realpath", "/bin/realpath"],
  mv: ["/usr/bin/mv", "/bin/mv"],
  rm: ["/usr/bin/rm", "/bin/rm"],
  rmdir: ["/usr/bin/rmdir", "/bin/rmdir"],
  sha256sum: ["/usr/bin/sha256sum", "/bin/sha256sum"],
  stat: ["/usr/bin/stat", "/bin/stat"],
  sync: ["/usr/bin/sync", "/bin/sync"],
} as const;

const timeoutMs = 10_000;
const temporaryPrefix = ".filedeck-";
const idLength = 12;
/** Longer than any write takes. */
const leftMinutes = 60;
const maxBytes = 1024 * 1024;

type Content = string | Uint8Array;
type NewFile = { path: string; content: Content; newMode?: string };
type Replacing = Omit<NewFile, "content"> & { before: Uint8Array; content: Content | null; aside?: string | undefined };
type Run = { input?: Content; hear?: (chunk: Buffer) => void };

/**
 * Small text files of the machine that this one is on, touched as an account of it, or as this program is (null). What changes something rejects with what
 * the system says.
 */
export function accountFiles(account: HostAccount | null) {
  const run = (name: keyof typeof programs, args: readonly string[], more: Run = {}) =>
    runAs(account, name, args, more);

  async function mustRun(name: keyof typeof programs, args: readonly string[], input: Content = ""): Promise<void> {
    const { code, said } = await run(name, args, { input });
    if (code !== 0) throw new Error(said.trim() || `${name}: ${code}`);
  }

  /** To look at: null where there is none, up to 1 MiB of it, and without what is no UTF-8. */
  async function read(path: string): Promise<string | null> {
    const { code, output } = await run("cat", ["--", path]);
    return code === 0 ? output : null;
  }

  /** All of a file, to be written again: null where there is none. Rejects for more than 1 MiB, and for one that is there and cannot be read. */
  async function readBytes(path: string): Promise<Buffer | null> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const hear = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
    };
    const { code, said } = await run("cat", ["--", path], { hear });
    if (code !== 0 && (await isFile(path))) throw new Error(said.trim() || `cat: ${code}`);
    if (bytes > maxBytes) throw new Error(`${path}: more than ${maxBytes} bytes`);
    return code === 0 ? Buffer.concat(chunks) : null;
  }

  /** Or a link to one. */
  async function isFile(path: string): Promise<boolean> {
    const { code, output } = await run("stat", ["-L", "--format=%F", "--", path]);
    return code === 0 && output.startsWith("regular");
  }

  /** Where each path really leads, be there something or not. */
  async function realPaths(paths: readonly string[]): Promise<string[]> {
    if (paths.length === 0) return [];
    const { output } = await run("realpath", ["-mz", "--", ...paths]);
    return output.split("\0").slice(0, -1);
  }

  /** The SHA-256 of each file's bytes, in hex; null where there is none. */
  async function hashesOf(paths: readonly string[]): Promise<(string | null)[]> {
    if (paths.length === 0) return [];
    const { output } = await run("sha256sum", ["-z", "--", ...paths]);
    const known = new Map(output.split("\0").map((line) => [line.slice(66), line.slice(0, 64)]));
    return paths.map((path) => known.get(path) ?? null);
  }

  /** Whose each of them is, links followed; null for one that is not there. */
  async function ownersOf(paths: readonly string[]): Promise<({ uid: number; mode: number } | null)[]> {
    return Promise.all(
      paths.map(async (path) => {
        const { code, output } = await run("stat", ["-L", "--format=%u %a", "--", path]);
        const [uid = "", mode = ""] = output.trim().split(" ");
        return code === 0 ? { uid: Number(uid), mode: Number.parseInt(mode, 8) } : null;
      }),
    );
  }

  /** What lies there itself, be it what a link leads to or not; null for nothing. */
  async function kindOf(path: string): Promise<"file" | "folder" | "other" | null> {
    const { code, output } = await run("stat", ["--format=%F", "--", path]);
    if (code !== 0) return null;
    return output.startsWith("regular") ? "file" : output.trim() === "directory" ? "folder" : "other";
  }

  /** The paths of the files so deep in a folder that are no links, and of no more than fit into 1 MiB. */
  async function listAt(folder: string, depth: 1 | 2): Promise<string[]> {
    const at = String(depth);
    const { output } = await run("find", [folder, "-mindepth", at, "-maxdepth", at, "-type", "f", "-printf", "%P\\0"]);
    return output.split("\0").slice(0, -1);
  }

  /** Calls `work` with a temporary file beside `path` that holds the content, and that goes with it. */
  async function withContent<T>(
    { path, content, newMode = "644" }: NewFile,
    work: (temporary: string) => Promise<T>,
  ): Promise<T> {
    const folder = path.slice(0, path.lastIndexOf("/"));
    const temporary = `${folder}/${temporaryPrefix}${randomId(idLength)}`;
    await mustRun("mkdir", ["-p", "--", folder]);
    await sweep(folder);
    try {
      // One that not everybody may read stays so.
      const isThere = (await kindOf(path)) === "file";
      const attributes = ["--attributes-only", "--preserve=all", "--no-preserve=timestamps"]; // by its time it is known for a new one
      if (isThere) await mustRun("cp", [...attributes, "--", path, temporary]);
      await mustRun("dd", [`of=${temporary}`, "conv=fsync", "status=none"], content);
      if (!isThere) await mustRun("chmod", [newMode, "--", temporary]);
      return await work(temporary);
    } finally {
      await run("rm", ["-f", "--", temporary]);
    }
  }

  /** What a writer that was killed has left may be a copy of what only root reads. What another writes right now is younger. */
  async function sweep(folder: string): Promise<void> {
    const user = String(account?.uid ?? process.geteuid?.() ?? 0);
    const left = ["-name", `${temporaryPrefix}${"?".repeat(idLength)}`, "-user", user, "-mmin", `+${leftMinutes}`];
    await run("find", [`${folder}/`, "-mindepth", "1", "-maxdepth", "1", "-type", "f", ...left, "-delete"]);
  }

  /** Once the temporary file is whole: a name that only memory knows is the old one's after a power cut. */
  async function place(temporary: string, path: string): Promise<void> {
    await mustRun("mv", ["-fT", "--", temporary, path]);
    await run("sync", ["--", path.slice(0, path.lastIndexOf("/"))]); // where the folder cannot be, it is when the disk is
  }

  /**
   * Writes it whole or not at all, with the folder that it is in: with owner and rights of the file that was there, or else with `newMode`, by default that
   * of configuration, which everybody may read.
   */
  const write = (path: string, content: Content, { newMode = "644" } = {}) =>
    withContent({ path, content, newMode }, (temporary) => place(temporary, path));

  /**
   * As `write`, where the file is as its writer has seen it, also at the moment when the new one takes its name: it holds `before`, of which no bytes are like no file. Without
   * `content` it is removed. What it was like is kept at `aside` first. False: it holds something else by now, and stays.
   */
  const replace = ({ path, before, content, newMode = "644", aside }: Replacing): Promise<boolean> =>
    withLock(path, async () => {
      const isStill = async () => ((await readBytes(path)) ?? Buffer.alloc(0)).equals(before);
      if (!(await isStill())) return false;
      if (aside !== undefined) await write(aside, before, { newMode: "600" });
      if (content === null) return remove(path).then(() => true);
      return withContent({ path, content, newMode }, async (temporary) => {
        if (!(await isStill())) return false;
        await place(temporary, path);
        return true;
      });
    });

  /** As `write`, where nothing is yet; a link that leads nowhere is something. False: there is. */
  async function create(path: string, content: Content): Promise<boolean> {
    if ((await kindOf(path)) !== null) return false;
    await withContent({ path, content }, (temporary) => mustRun("ln", ["-T", "--", temporary, path]));
    return true;
  }

  /** Removes a file, and its folder if that is empty then. */
  async function remove(path: string): Promise<void> {
    await mustRun("rm", ["-f", "--", path]);
    await run("rmdir", ["--", path.slice(0, path.lastIndexOf("/"))]);
  }

  /** The files, links to files among them, with one of these names in the folders of a folder, or in the folder itself with `depth` 1, each with what changes when it does. */
  async function findStamped(
    folder: string,
    names: readonly string[],
    depth: 1 | 2,
  ): Promise<ReadonlyMap<string, string>> {
    const wanted = names.flatMap((name, index) => [...(index === 0 ? [] : ["-o"]), "-name", name]);
    const at = ["-mindepth", String(depth), "-maxdepth", String(depth)];
    const { output } = await run("find", [`${folder}/`, ...at, "-xtype", "f", "(", ...wanted, ")", "-printf", stamped]);
    return stampsIn(output);
  }

  /** The same of these files, as far as they are there. */
  async function stampsOf(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (paths.length === 0) return new Map();
    const { output } = await run("find", ["-L", ...paths, "-maxdepth", "0", "-type", "f", "-printf", stamped]);
    return stampsIn(output);
  }

  /** A file or a folder, to where nothing is, on the same file system. False: there is something, and both stay. */
  async function move(from: string, to: string): Promise<boolean> {
    const { code, said } = await run("mv", ["-nT", "--", from, to]);
    // Whether that is a failure depends on the version of mv.
    if ((await kindOf(from)) === null) return true;
    if ((await kindOf(to)) !== null) return false;
    throw new Error(said.trim() || `mv: ${code}`);
  }

  return {
    read,
    readBytes,
    realPaths,
    hashesOf,
    ownersOf,
    findStamped,
    stampsOf,
    kindOf,
    list: (folder: string) => listAt(folder, 1),
    /** Of the folders in it. */
    listTree: (folder: string) => listAt(folder, 2),
    write,
    replace,
    create,
    remove,
    /** With what is above it; for nobody else. */
    makePrivate: (folder: string) => mustRun("mkdir", ["-p", "-m", "700", "--", folder]),
    /** For nobody else. Rejects where something is there already, or what it is to be in is not. */
    makeFolder: (folder: string) => mustRun("mkdir", ["-m", "700", "--", folder]),
    /** Gives a folder another name, which must be that of nothing. */
    rename: (from: string, to: string) => mustRun("mv", ["-T", "--", from, to]),
    move,
    removeTree: (folder: string) => mustRun("rm", ["-rf", "--one-file-system", "--", folder]),
  };
}

/** As this program is. */
export const hostFiles = accountFiles(null);

async function runAs(
  account: HostAccount | null,
  name: keyof typeof programs,
  args: readonly string[],
  more: Run,
): Promise<Pick<Outcome, "code" | "output" | "said">> {
  const command = await onHostAs(account, programs[name], args);
  if (command === null) return { code: null, output: "", said: `${name} is missing` };
  return runToEnd(command, { ms: timeoutMs, maxBytes, ...more });
}

const stamped = String.raw`%p\0%i %s %T@ %C@\0`;

function stampsIn(output: string): ReadonlyMap<string, string> {
  const parts = output.split("\0");
  return new Map(
    parts.flatMap((path, index) =>
      index % 2 === 0 && path !== "" ? [[path.replaceAll(/\/{2,}/g, "/"), parts[index + 1] ?? ""] as const] : [],
    ),
  );
}
