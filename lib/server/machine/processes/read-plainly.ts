import { pageBytes } from "@/lib/server/machine/clock";
import { readProc } from "@/lib/server/machine/read-proc";
import { parseCgroup } from "./parse-cgroup";
import { entryOf } from "./process-entry";
import type { Process } from "./read-processes";

/**
 * What is told of a process without waiting for it; none for one that has ended. Its start is not told: an id has the entry (process-entry.ts) behind a 0,
 * with which no start begins.
 */
export function readPlainly(pid: number, users: ReadonlyMap<number, string>): Process[] {
  const status = readProc(`/proc/${pid}/status`, "utf8");
  const entry = entryOf(pid);
  if (status === null || status === "" || entry === null) return [];
  const field = (name: string) => new RegExp(`^${name}:\\s+(.*)$`, "m").exec(status)?.[1] ?? "";
  const uid = Number(field("Uid").split("\t")[1] ?? "-1");
  const resident = Number((readProc(`/proc/${pid}/statm`) ?? "").split(" ")[1] ?? "0");
  const { container, unit } = parseCgroup(readProc(`/proc/${pid}/cgroup`) ?? "");
  return [
    {
      id: `${pid}.0${entry}`,
      pid,
      parent: Number(field("PPid")),
      name: field("Name"),
      command: "",
      user: users.get(uid) ?? String(uid),
      state: field("State").slice(0, 1),
      cpu: null,
      memoryBytes: resident * pageBytes(),
      readBytes: null,
      writtenBytes: null,
      threads: Number(field("Threads")),
      nice: 0,
      startedAt: null,
      // The kernel's own have no memory.
      isKernel: !status.includes("VmSize:"),
      container,
      unit,
    },
  ];
}
