import { execFileSync, spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import type { Session } from "../../e2e/support/api-client";

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"]).toString());

/** User and system seconds of a process and of its children. */
export function cpuSeconds(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, id) => {
    const fields = readFileSync(`/proc/${id}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return sum + (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  }, 0);
}

export function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return / (\d+) /.exec(readFileSync(`/proc/${name}/stat`, "utf8").replace(/^.*\) \w/, ""))?.[1] === String(pid);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Resident memory in MB (10^6 bytes), and its peak since the process began. */
export function memoryMb(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024) / 1e6;
  return { now: read("VmRSS"), peak: read("VmHWM") };
}

/** Sets the peak back to what is resident now. */
export function resetPeak(pid: number): void {
  execFileSync("sh", ["-c", 'echo 5 > "/proc/$1/clear_refs"', "sh", String(pid)]);
}

export const authHeaders = (session: Session): string[] => [
  "-H",
  `Cookie: ${session.cookie}`,
  "-H",
  `Authorization: ${session.token}`,
];

export type Transfer = { seconds: number; status: number; firstByteSeconds: number; bytes: number };

/** One transfer by curl: it costs the machine less than a client in Node. */
export function curl(args: readonly string[]): Promise<Transfer> {
  return new Promise((resolve, reject) => {
    const format = "%{time_total} %{http_code} %{time_starttransfer} %{size_download}";
    const child = spawn("curl", ["-s", "-o", "/dev/null", "-w", format, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.once("error", reject);
    child.once("exit", () => {
      const [seconds = 0, status = 0, firstByteSeconds = 0, bytes = 0] = out.split(" ").map(Number);
      resolve({ seconds, status, firstByteSeconds, bytes });
    });
  });
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Requests per second of a fixed time, by wrk. */
export function wrk(
  url: string,
  {
    headers = [],
    connections = 64,
    seconds = 4,
    script,
  }: { headers?: string[]; connections?: number; seconds?: number; script?: string },
): { perSecond: number; errors: number; p50Ms: number; p99Ms: number } {
  const args = [
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "--latency",
    ...(script === undefined ? [] : ["-s", script]),
    ...headers,
    url,
  ];
  const out = execFileSync("wrk", args).toString();
  const errors = Number(/Non-2xx or 3xx responses: (\d+)/.exec(out)?.[1] ?? 0);
  const latencyMs = (percent: number) => {
    const [, amount = "NaN", unit = ""] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`).exec(out) ?? [];
    return Number(amount) * ({ us: 0.001, ms: 1, s: 1_000 }[unit] ?? Number.NaN);
  };
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1] ?? 0);
  return { perSecond, errors, p50Ms: latencyMs(50), p99Ms: latencyMs(99) };
}
