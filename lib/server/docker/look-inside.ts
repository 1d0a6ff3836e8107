import { z } from "zod";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { dockerContract } from "@/lib/contracts/docker";
import { AppError } from "@/lib/shared/errors";
import { patient } from "@/lib/server/base/patient";
import type { Service } from "@/lib/server/http/service";
import { admitContainer } from "./admit-container";
import { askDocker } from "./ask-docker";
import { readJsonLines } from "./read-json-lines";

type ContainerProcess = OutputOf<typeof dockerContract.listContainerProcesses>["processes"][number];
type ContainerEvent = OutputOf<typeof dockerContract.listContainerEvents>["events"][number];

const mostProcesses = 500;
const mostEvents = 100;
const maxText = 1_000;
const maxInspectChars = 512 * 1024;
const eventsPatienceMs = patient(5_000);
const bytesPerKib = 1024;
/** Docker runs the machine's own ps, and wants the numbers of the processes in it. */
const psColumns = "-eo pid,uid,pcpu,rss,args";

const processTable = z.object({ Titles: z.array(z.string()), Processes: z.array(z.array(z.string())) });

export const listContainerProcesses: Service<typeof dockerContract.listContainerProcesses> = async (
  { id: asked },
  { actor },
) => {
  const { id, name, inspected } = await admitContainer(actor, asked, "shell");
  if (!inspected.State.Running) throw new AppError("docker/not-running", { name });
  // Podman would say it again and again.
  const options = { ps_args: psColumns, stream: false };
  const said: unknown = await askDocker(name, (docker, abortSignal) =>
    docker.getContainer(id).top({ ...options, abortSignal }),
  );
  const table = processTable.safeParse(said);
  if (!table.success) throw new AppError("docker/failed", { name });
  const { Titles, Processes: rows } = table.data;
  const column = (title: string) => Titles.indexOf(title);
  const [pid, user, cpu, memory, command] = [
    column("PID"),
    column("UID"),
    column("%CPU"),
    column("RSS"),
    column("COMMAND"),
  ];
  const numberAt = (row: readonly string[], index: number) => {
    const value = Number(row[index] ?? "");
    return index < 0 || Number.isNaN(value) ? null : value;
  };
  return {
    processes: rows.slice(0, mostProcesses).map((row): ContainerProcess => {
      const kib = numberAt(row, memory);
      return {
        pid: numberAt(row, pid) ?? 0,
        user: row[user] ?? "",
        command: (row[command] ?? "").slice(0, maxText),
        cpu: numberAt(row, cpu),
        memory: kib === null ? null : kib * bytesPerKib,
      };
    }),
  };
};

const event = z.object({
  Action: z.string(),
  timeNano: z.number(),
  Actor: z.object({ Attributes: z.record(z.string(), z.string()).optional() }),
});

export const listContainerEvents: Service<typeof dockerContract.listContainerEvents> = async (
  { id: asked },
  { actor, signal },
) => {
  const { id, name } = await admitContainer(actor, asked, "see");
  const until = AbortSignal.any([signal, AbortSignal.timeout(eventsPatienceMs)]);
  const stream = await askDocker(name, (docker) =>
    docker.getEvents({
      since: 0,
      until: Math.floor(Date.now() / 1000) + 1,
      filters: { type: ["container"], container: [id] },
    }),
  );
  let events: ContainerEvent[] = [];
  for await (const { Action, timeNano, Actor } of readJsonLines(stream, event, until)) {
    // What is run inside comes with its whole command, and again with each look at its health.
    if (Action.startsWith("exec_") || Action === "top") continue;
    const { exitCode, signal: sent } = Actor.Attributes ?? {};
    events = [
      {
        at: Math.floor(timeNano / 1e6),
        action: Action.slice(0, maxText),
        exit_code: exitCode === undefined ? null : Number(exitCode),
        signal: sent === undefined ? null : Number(sent),
      },
      ...events.slice(0, mostEvents - 1),
    ];
  }
  return { events };
};

export const inspectContainer: Service<typeof dockerContract.inspectContainer> = async ({ id }, { actor }) => {
  if (!actor.isRoot) throw new AppError("auth/root-only");
  const { inspected } = await admitContainer(actor, id, "see");
  return { text: JSON.stringify(inspected, null, 2).slice(0, maxInspectChars) };
};
