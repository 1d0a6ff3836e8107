import type Docker from "dockerode";
import type { ContainerRow, dockerChannels } from "@/lib/contracts/docker";
import { limits } from "@/lib/server/base/limits";
import { patient } from "@/lib/server/base/patient";
import type { Actor } from "@/lib/server/runtime/ctx";
import { createLiveRows } from "@/lib/server/realtime/live-rows";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { containerRightsOf } from "@/lib/server/session/container-rights";
import { askContainers } from "./ask-containers";
import { findProject } from "./compose-project";
import { creatorOf, isCalled } from "./created-by";
import { dockerPulse } from "./docker-pulse";
import { exitCodeOf } from "./exit-code-of";
import { followEvents } from "./follow-events";
import { nameAmong } from "./list-containers";
import { readRestartCounts } from "./restart-counts";
import { createUsageReader } from "./read-usage";
import { whileAllowed } from "./while-allowed";

const everyMs = 3_000;
const lateMs = patient(2_500);
const maxText = 256;
const mostPorts = 50;
const mostFolders = 20;
const manyRestarts = 3;

let usage = createUsageReader();
let isFirst = true;
let readSoon = () => {};

/** With what decides who sees it; the contract takes that away. */
type KnownRow = ContainerRow & { certainProject: string | null; creator: string | null };

const containers = createLiveRows<KnownRow>({
  everyMs,
  late: { ms: lateMs, error: "docker/slow" },
  pulse: dockerPulse,
  most: limits.containers,
  listen(soon) {
    usage = createUsageReader();
    isFirst = true;
    readSoon = soon;
    return followEvents("container", soon);
  },
  async read() {
    const { rows: found, unreadable } = await askContainers("", { all: true, limit: limits.containers });
    // The daemon measures for a second: who opens the page sees what there is at once, and the values with the next reading.
    const measured = isFirst ? [] : found.filter(({ State }) => State === "running").map(({ Id }) => Id);
    if (isFirst) readSoon();
    isFirst = false;
    const [used, restarts] = await Promise.all([usage(measured), readRestartCounts(found)]);
    const projects = await Promise.all(found.map((one) => findProject(one.Labels, one.ImageID)));
    const creators = await Promise.all(found.map((one) => creatorOf({ labels: one.Labels, imageId: one.ImageID })));
    const rows = found.map((one, index) => ({
      ...rowOf(one),
      ...(used.get(one.Id) ?? { cpu: null, memory: null }),
      restarts: shownRestarts(one.State, restarts.get(one.Id) ?? 0),
      certainProject: projects[index] ?? null,
      creator: creators[index] ?? null,
    }));
    return { rows, unreadable };
  },
});

export const followContainers: ChannelService<typeof dockerChannels.follow> = (_, ctx, { send }) => {
  const see = (row: KnownRow): KnownRow | null => {
    const { actor } = ctx;
    const isOwn = isCalled(actor, row.creator);
    const rights = containerRightsOf(actor, { name: row.name, project: row.certainProject, isOwn });
    if (rights === null) return null;
    return { ...row, folders: actor.isRoot ? row.folders : [], may: [...rights], may_change: actor.isRoot || isOwn };
  };
  const isSame = ({ isRoot, permissions, containers: rules }: Actor) =>
    isRoot === ctx.actor.isRoot &&
    keyOf([...permissions]) === keyOf([...ctx.actor.permissions]) &&
    keyOf(rules) === keyOf(ctx.actor.containers);
  return whileAllowed(ctx, isSame, (signal) => containers.follow({ send, signal, see }));
};

const keyOf = (value: unknown) => JSON.stringify(value);

/** Something was done: whoever looks sees it at once, whatever the events say. */
export const containersChanged = containers.soon;

function rowOf({ Id, Names, Image, State, Status, Created, Ports, Mounts, Labels }: Docker.ContainerInfo) {
  return {
    id: Id,
    name: nameAmong({ Id, Names }),
    image: Image.slice(0, maxText),
    state: State,
    status: Status.slice(0, maxText),
    exit_code: exitCodeOf(Status),
    restarts: null,
    health: healthOf(Status),
    created_at: Created * 1000,
    ports: portsOf(Ports),
    folders: Mounts.flatMap(({ Source }) => (Source.startsWith("/") ? [Source] : [])).slice(0, mostFolders),
    project: Labels["com.docker.compose.project"]?.slice(0, maxText) ?? null,
    service: Labels["com.docker.compose.service"]?.slice(0, maxText) ?? null,
    may: [],
    may_change: false,
  };
}

/** Between two ends it runs: one that has begun anew several times says so then as well. */
function shownRestarts(state: string, count: number): number | null {
  return (state === "restarting" && count > 0) || count >= manyRestarts ? count : null;
}

function healthOf(status: string): ContainerRow["health"] {
  if (status.includes("(health: starting)")) return "starting";
  return status.includes("(unhealthy)") ? "unhealthy" : status.includes("(healthy)") ? "healthy" : null;
}

/** One that is published for both versions of the protocol is told once. */
function portsOf(ports: readonly Docker.Port[]): ContainerRow["ports"] {
  const told = ports.map(({ IP, PublicPort, PrivatePort, Type }) => ({
    address: IP === "::" ? "0.0.0.0" : (IP ?? ""),
    outside: PublicPort ?? null,
    inside: PrivatePort,
    protocol: Type,
  }));
  return [...new Map(told.map((port) => [JSON.stringify(port), port])).values()]
    .toSorted((a, b) => (a.outside ?? 65_536) - (b.outside ?? 65_536) || a.inside - b.inside)
    .slice(0, mostPorts);
}
