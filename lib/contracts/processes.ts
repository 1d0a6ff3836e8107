import { z } from "zod";
import { signalNames } from "@/lib/shared/signals";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty } from "./fields";
import { liveRows } from "./live-rows";

/** `<pid>.<start>`: of the one that began then, and of no later one with the same number. */
const processId = z.string().regex(/^[1-9]\d{0,9}\.\d{1,19}$/, { message: "must be the id of a process" });

const processRow = z.object({
  id: z.string(),
  pid: z.number(),
  parent: z.number(),
  name: z.string(),
  command: z.string(),
  user: z.string(),
  /** The letter of ps(1). */
  state: z.string(),
  /** Of one processor, in per cent. */
  cpu: z.number().nullable(),
  /** Resident. */
  memory: z.number(),
  /** Bytes a second from and to disks. */
  read: z.number().nullable(),
  written: z.number().nullable(),
  threads: z.number(),
  nice: z.number(),
  started_at: z.number().nullable(),
  is_kernel: z.boolean(),
  /** Filedeck itself, or what has started it. */
  is_own: z.boolean(),
  /** The first twelve digits of its id. */
  container: z.string().nullable(),
  unit: z.string().nullable(),
  /** Those that it listens at in the server's own network. */
  ports: z.array(z.number()),
});
export type ProcessRow = z.output<typeof processRow>;

const end = z.object({ address: z.string(), port: z.number() });

export const processesContract = {
  getProcess: endpoint({
    method: "GET",
    path: "sys/processes/{id}",
    direct: true,
    access: "sys_view",
    summary:
      "What else there is to know of a process. Its folder, program and open files are for administrators, 1,000 of them at most.",
    input: z.object({ id: processId }),
    output: z.object({
      /** Shared memory counted in parts, and what is swapped out; null where that may not be read. */
      pss: z.number().nullable(),
      swap: z.number().nullable(),
      sockets: z.array(
        z.object({ protocol: z.enum(["tcp", "udp"]), ...end.shape, peer: end.nullable(), is_listening: z.boolean() }),
      ),
      /** Null for others than administrators. */
      inside: z
        .object({
          program: z.string().nullable(),
          folder: z.string().nullable(),
          files: z.array(z.object({ descriptor: z.number(), target: z.string() })),
          /** How many more there are. */
          left: z.number(),
        })
        .nullable(),
    }),
  }),
  getProcessEnvironment: endpoint({
    method: "GET",
    path: "sys/processes/{id}/environment",
    access: "sys_view",
    audit: true,
    token: false,
    summary: "The environment that a process was started with. For administrators only: it often holds secrets.",
    input: z.object({ id: processId }),
    output: z.object({
      variables: z.array(z.object({ name: z.string(), value: z.string() })),
      /** There are more: those that come first are told. */
      is_cut: z.boolean(),
    }),
  }),
  signalProcess: endpoint({
    method: "POST",
    path: "sys/processes/{id}/signal",
    access: "sys_process_close",
    summary:
      "Send a signal to a process. One that has ended is not mistaken for another with its number. Filedeck itself is ended by administrators only, with SIGTERM or SIGKILL, and so is, by any signal, what has started it.",
    input: z.object({ id: processId, signal: z.enum(signalNames) }),
    output: empty,
  }),
  reniceProcess: endpoint({
    method: "POST",
    path: "sys/processes/{id}/nice",
    access: "sys_process_close",
    summary: "Set how a process shares the processors: from -20, before all others, to 19, after them.",
    input: z.object({ id: processId, nice: z.number().int().min(-20).max(19) }),
    output: empty,
  }),
};

export const processesChannels = {
  follow: channel({
    name: "processes/follow",
    access: "sys_view",
    summary: "All processes of the machine, and every two seconds what has changed.",
    open: empty,
    up: null,
    down: liveRows(processRow),
    highWaterBytes: 64 * 1024,
  }),
};
