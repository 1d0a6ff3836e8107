import { z } from "zod";
import { maxHistoryPoints } from "@/lib/shared/metrics";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty } from "./fields";

/** Null: not known then. */
const points = z.array(z.number().nullable());
/** By the names of lib/shared/metrics.ts. */
const series = z.record(z.string(), points);

const process = z.object({
  pid: z.number().int(),
  name: z.string(),
  /** Of one processor; 2 is two of them. */
  cpu: z.number(),
  memoryBytes: z.number(),
  /** Id of the container that it runs in. */
  container: z.string().nullable(),
});
export type BusyProcess = z.infer<typeof process>;

const fileSystem = z.object({
  place: z.string(),
  type: z.string(),
  source: z.string(),
  isReadOnly: z.boolean(),
  /** False while it does not answer: what is known of it may be old. */
  isAnswering: z.boolean(),
  totalBytes: z.number().nullable(),
  availableBytes: z.number().nullable(),
  /** A folder that the caller may open and where it, or a part of it, can be measured. */
  folder: z.string().nullable(),
});

/** What the figures are of. */
const machine = z.object({
  name: z.string(),
  system: z.string().nullable(),
  kernel: z.string(),
  architecture: z.string(),
  cpuModel: z.string().nullable(),
  cores: z.number().int(),
  bootedAt: z.number().nullable(),
  memoryBytes: z.number().nullable(),
  swapBytes: z.number().nullable(),
  disks: z.array(z.object({ name: z.string(), model: z.string().nullable(), bytes: z.number().nullable() })),
  networks: z.array(z.object({ name: z.string(), isCounted: z.boolean() })),
  fileSystems: z.array(fileSystem),
  sensors: z.array(
    z.object({
      id: z.string(),
      chip: z.string(),
      label: z.string().nullable(),
      highCelsius: z.number().nullable(),
    }),
  ),
  gpus: z.array(z.object({ id: z.string(), name: z.string().nullable(), totalBytes: z.number().nullable() })),
  /** Null: nothing here tells who is logged in. */
  logins: z
    .array(z.object({ username: z.string(), line: z.string(), from: z.string().nullable(), sinceMs: z.number() }))
    .nullable(),
  /** Those that took most, the last time that they were looked at. */
  processes: z.array(process),
});
export type Machine = z.infer<typeof machine>;

const cards = z.array(z.string().max(40)).max(40);

/** How a user has arranged the cards of the dashboard; one that is in neither list stands where it stands for everybody. */
export const dashboardLook = z.object({ order: cards, hidden: cards });
export type DashboardLook = z.infer<typeof dashboardLook>;

const time = z.coerce.number().int().min(0).max(8_640_000_000_000_000);

export const metricsContract = {
  machine: endpoint({
    method: "GET",
    path: "sys/metrics",
    direct: true,
    access: "sys_view",
    summary: "Get what this machine is made of, and its current figures.",
    input: empty,
    output: z.object({ at: z.number(), machine, values: z.record(z.string(), z.number()) }),
  }),
  history: endpoint({
    method: "GET",
    path: "sys/metrics/history",
    access: "sys_view",
    bytes: true,
    summary:
      "Get past figures: averages and highest values of equal steps, up to 30 days back. `from` and `to` are in milliseconds.",
    input: z.object({
      from: time,
      to: time,
      /** At most so many; steps are whole minutes. */
      points: z.coerce.number().int().min(10).max(maxHistoryPoints).default(maxHistoryPoints),
    }),
    output: z.object({
      /** Beginning of the first step. */
      from: z.number(),
      stepMs: z.number(),
      steps: z.number().int(),
      /** One value for each step. */
      averages: series,
      highest: series,
    }),
  }),
  behind: endpoint({
    method: "GET",
    path: "sys/metrics/behind",
    direct: true,
    access: "sys_view",
    summary:
      "List the processes that took most of the processors and of the memory in a time, on average of its minutes.",
    input: z.object({ from: time, to: time }),
    output: z.object({ processes: z.array(process) }),
  }),
  prometheus: endpoint({
    method: "GET",
    path: "metrics",
    access: "sys_view",
    bytes: true,
    summary:
      "Get the current figures in the text format of Prometheus, with the names that node_exporter has for them.",
    input: empty,
    output: z.unknown(),
  }),
};

export const metricsChannels = {
  follow: channel({
    name: "metrics/follow",
    access: "sys_view",
    summary: "Get the figures of the last five minutes, then new ones every second.",
    open: empty,
    up: null,
    down: z.object({
      /** In the first message, and when something of it has changed. */
      machine: machine.optional(),
      /** The first message has all that is kept; the following ones have one value each. */
      times: z.array(z.number()),
      series,
    }),
    highWaterBytes: 64 * 1024,
  }),
};
