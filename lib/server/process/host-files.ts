import { randomId } from "@/lib/shared/units";
import { onHost } from "./on-host";
import { spawnChild } from "./spawn-child";

const programs = {
  cat: ["/usr/bin/cat", "/bin/cat"],
  chmod: ["/usr/bin/chmod", "/bin/chmod"],
  dd: ["/usr/bin/dd", "/bin/dd"],
  mkdir: ["/usr/bin/mkdir", "/bin/mkdir"],
  mv: ["/usr/bin/mv", "/bin/mv"],
  rm: ["/usr/bin/rm", "/bin/rm"],
  rmdir: ["/usr/bin/rmdir", "/bin/rmdir"],
  stat: ["/usr/bin/stat", "/bin/stat"],
} as const;

const timeoutMs = 10_000;
const maxBytes = 1024 * 1024;

/** A small text file of the machine that this one is on; null where there is none. Up to 1 MiB of it. */
export async function readHostFile(path: string): Promise<string | null> {
  const { code, output } = await run("cat", ["--", path]);
  return code === 0 ? output : null;
}

/**
 * Writes it whole or not at all, with the folder that it is in. Without a mode it stays as readable as it is; a new one is readable for everybody, as
 * configuration is. Rejects with what the system says.
 */
export async function writeHostFile(path: string, text: string, { mode }: { mode?: string } = {}): Promise<void> {
  const folder = path.slice(0, path.lastIndexOf("/"));
  const temporary = `${folder}/.filedeck-${randomId(12)}`;
  const wanted = mode ?? (await modeOf(path)) ?? "644";
  await mustRun("mkdir", ["-p", "--", folder]);
  try {
    await mustRun("dd", [`of=${temporary}`, "conv=fsync", "status=none"], text);
    await mustRun("chmod", [wanted, "--", temporary]);
    await mustRun("mv", ["-fT", "--", temporary, path]);
  } catch (error) {
    await run("rm", ["-f", "--", temporary]);
    throw error;
  }
}

/** In octal; null where there is no such file. */
async function modeOf(path: string): Promise<string | null> {
  const { code, output } = await run("stat", ["-c", "%a", "--", path]);
  return code === 0 && /^[0-7]{1,4}$/.test(output.trim()) ? output.trim() : null;
}

/** Removes a file, and its folder if that is empty then. */
export async function removeHostFile(path: string): Promise<void> {
  await mustRun("rm", ["-f", "--", path]);
  await run("rmdir", ["--", path.slice(0, path.lastIndexOf("/"))]);
}

async function mustRun(name: keyof typeof programs, args: readonly string[], input = ""): Promise<void> {
  const { code, said } = await run(name, args, input);
  if (code !== 0) throw new Error(said.trim() || `${name}: ${code}`);
}

async function run(name: keyof typeof programs, args: readonly string[], input = "") {
  const command = await onHost(programs[name], args);
  if (command === null) return { code: null, output: "", said: `${name} is missing` };
  return new Promise<{ code: number | null; output: string; said: string }>((resolve) => {
    const child = spawnChild(command.program, command.args, {
      stdio: ["pipe", "pipe", "pipe"],
      signal: AbortSignal.timeout(timeoutMs),
    });
    const chunks: Buffer[] = [];
    let [bytes, said] = [0, ""];
    child.stdout?.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
    });
    child.stderr?.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)));
    child.stdin?.on("error", () => {}); // it has ended, which its code tells
    child.stdin?.end(input);
    child.once("error", () => resolve({ code: null, output: "", said }));
    child.once("close", (code) => resolve({ code, output: Buffer.concat(chunks).toString("utf8"), said }));
  });
}
