import { findUsersOf } from "@/lib/server/machine/disks/users-of-place";
import { numbersMountedAnywhere } from "@/lib/server/machine/disks/mounted-elsewhere";
import type { MountLine } from "@/lib/server/machine/parse-mounts";
import { readStat } from "@/lib/server/process/process-state";
import { createPortReader } from "./listening-ports";
import { linkOf } from "./open-files";
import { detailsOf, environmentOf } from "./process-details";
import { createProcessReader } from "./read-processes";
import { mayVisit } from "./visiting";

/** Readers know what they have read before: each of those who ask again and again has one. */
const readers = new Map<string, ReturnType<typeof createProcessReader>>();
const readPorts = createPortReader();

/** What the thread can be asked; of a process that is not to be asked it says null. */
export const processJobs = {
  processes({ reader }: { reader: string }) {
    const read = readers.get(reader) ?? createProcessReader();
    readers.set(reader, read);
    return read();
  },
  ports: ({ pids }: { pids: readonly number[] }) => readPorts(pids),
  details: ({ pid, withInside }: { pid: number; withInside: boolean }) =>
    mayVisit(pid) ? detailsOf(pid, { withInside }) : null,
  environment: ({ pid }: { pid: number }) => (mayVisit(pid) ? environmentOf(pid) : null),
  /** `stat` is null for one that is not there. */
  stat: ({ pid }: { pid: number }) =>
    mayVisit(pid) ? { stat: readStat(pid), program: linkOf(`/proc/${pid}/exe`) } : null,
  usersOf: ({ mount }: { mount: MountLine }) => findUsersOf(mount),
  numbersMounted: numbersMountedAnywhere,
};

export type ProcessJobs = {
  [K in keyof typeof processJobs]: {
    input: Parameters<(typeof processJobs)[K]>[0];
    output: ReturnType<(typeof processJobs)[K]>;
  };
};
