import { readFileSync, statSync } from "node:fs";

type Process = { containerId: string; pid: number };

/**
 * Whether the process of this number is the container's. Docker names the numbers of its own machine, or of the machine that it is a guest in: here they may
 * be another's, or nobody's.
 */
export function isOfContainer({ containerId, pid }: Process): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1 || !/^[0-9a-f]{64}$/.test(containerId)) return false;
  try {
    return readFileSync(`/proc/${pid}/cgroup`, "latin1").includes(containerId);
  } catch {
    return false;
  }
}

/** Whether what a running container has at the destination is what this machine has at the source. False where that cannot be told. */
export function isBoundFrom({
  source,
  destination,
  ...process
}: Process & { source: string; destination: string }): boolean {
  if (!isOfContainer(process)) return false;
  try {
    // A mount that was moved, with a link in its place, is listed where it is now.
    const isMounted = readFileSync(`/proc/${process.pid}/mountinfo`, "utf8")
      .split("\n")
      .some((line) => unescape(line.split(" ")[4] ?? "") === destination);
    const [here, there] = [statSync(source), statSync(`/proc/${process.pid}/root${destination}`)];
    return isMounted && here.dev === there.dev && here.ino === there.ino;
  } catch {
    return false;
  }
}

/** proc(5): blanks, tabs, line ends and backslashes are octal. */
function unescape(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
