import { chunked } from "@/lib/shared/chunked";
import { patient } from "@/lib/server/base/patient";
import { onHost } from "@/lib/server/process/on-host";
import { runToEnd } from "@/lib/server/process/run-to-end";

const programs = ["/usr/sbin/blkid", "/sbin/blkid"];
const timeoutMs = patient(5_000);

const atOnce = 4;

type Probed = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * What blkid(8) finds on devices, by their paths: TYPE, LABEL, UUID, PTTYPE, and others. Empty where there is no such program. Each is asked by itself: of several it tells nothing where one is
 * a loop device without a file, or a partition table with ends that don't fit.
 */
export async function probeDevices(paths: readonly string[]): Promise<Probed> {
  const found: [string, ReadonlyMap<string, string>][] = [];
  for (const some of chunked(paths, atOnce)) for (const one of await Promise.all(some.map(probe))) found.push(...one);
  return new Map(found);
}

async function probe(path: string): Promise<Probed> {
  const command = await onHost(programs, ["-p", "-o", "export", "--", path]);
  return command === null ? new Map() : parseProbed((await runToEnd(command, { ms: timeoutMs })).output);
}

/** `NAME=value` a line, a blank one between devices; signs that a shell would take for its own have a backslash in front. */
export function parseProbed(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const part of text.split(/\n\n+/)) {
    const values = new Map(
      part.split("\n").flatMap((line) => {
        const at = line.indexOf("=");
        return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1).replace(/\\(.)/g, "$1")] as const];
      }),
    );
    const device = values.get("DEVNAME");
    if (device !== undefined) found.set(device, values);
  }
  return found;
}
