import type { dockerContract } from "@/lib/contracts/docker";
import type { Service } from "@/lib/server/http/service";
import { admitContainer } from "./admit-container";
import { anonymousVolumesOf } from "./anonymous-volumes";
import { stopSecondsOf } from "./stop-seconds";
import { networksOf } from "./networks-of";

const maxText = 1_000;
const most = 200;
const nanosecondsPerCpu = 1e9;
/** The daemon says null for a list without anything in it, whatever its description says. */
const listOf = <T>(list: T[] | null | undefined): T[] => (list ?? []).slice(0, most);
const cut = (text: string | undefined) => (text ?? "").slice(0, maxText);

export const getContainer: Service<typeof dockerContract.getContainer> = async ({ id: asked }, { actor }) => {
  const { id, name, inspected } = await admitContainer(actor, asked, "see");
  const { Image, Path, Args, Created, State, Config, HostConfig, NetworkSettings, Mounts, RestartCount } = inspected;
  const { Name: policy, MaximumRetryCount: retries } = HostConfig.RestartPolicy ?? { Name: "no" };
  return {
    id,
    name,
    image: cut(Config.Image),
    image_id: cut(Image),
    command: [Path, ...listOf(Args)].map(cut),
    user: cut(Config.User),
    created_at: timeOf(Created) ?? 0,
    started_at: timeOf(State.StartedAt),
    finished_at: timeOf(State.FinishedAt),
    exit_code: State.ExitCode,
    was_killed_for_memory: State.OOMKilled,
    error: cut(State.Error),
    restart_policy: retries ? `${policy}:${retries}` : policy || "no",
    restarts: RestartCount,
    stop_seconds: stopSecondsOf(inspected),
    removes_itself: HostConfig.AutoRemove ?? false,
    health:
      State.Health === undefined
        ? null
        : {
            status: State.Health.Status,
            checks: listOf(State.Health.Log).map(({ End, ExitCode, Output }) => ({
              at: timeOf(End) ?? 0,
              exit_code: ExitCode,
              output: cut(Output),
            })),
          },
    networks: Object.entries(networksOf({ NetworkSettings }))
      .slice(0, most)
      .map(([name, { IPAddress }]) => ({ name, address: IPAddress })),
    labels: Object.fromEntries(
      Object.entries((Config.Labels as Record<string, string> | null) ?? {})
        .slice(0, most)
        .map(([key, value]) => [cut(key), cut(value)]),
    ),
    memory_limit: HostConfig.Memory || null,
    cpu_limit: HostConfig.NanoCpus ? HostConfig.NanoCpus / nanosecondsPerCpu : null,
    anonymous_volumes: actor.permissions.has("docker_container_update")
      ? anonymousVolumesOf(inspected).slice(0, most)
      : [],
    inside: actor.isRoot
      ? {
          environment: listOf(Config.Env).map((line) => line.slice(0, 8 * maxText)),
          mounts: listOf(Mounts).map(({ Type, Source, Destination, RW, Name: volume }) => ({
            kind: Type,
            source: Type === "volume" ? cut(volume) : cut(Source),
            destination: cut(Destination),
            is_writable: RW,
          })),
          is_privileged: HostConfig.Privileged ?? false,
        }
      : null,
  };
};

/** In ms since 1970; null for the year 1, which Docker says for never. */
function timeOf(text: unknown): number | null {
  const ms = typeof text === "string" ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) || ms <= 0 ? null : ms;
}
