import type { AlertMetric } from "@/lib/shared/alerts";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { nameOf } from "@/lib/server/docker/list-containers";
import { ask as askSystemd } from "@/lib/server/systemd/ask-systemctl";
import type { Parts, Seen } from "./seen-figures";

/** Between two looks: a program is started for the units. */
const everyMs = { containers: 30_000, units: 60_000 };
const patienceMs = 10_000;
const mostContainers = 1_000;
const dockerMetrics = ["containerStopped", "containerUnhealthy"] as const;

type Look = { atMs: number; seen: Seen };

/** What is so or not so, of what does not come with the figures: asked only while a rule wants to know. */
export function createStateLook({ containers = lookAtContainers, units = lookAtUnits } = {}) {
  const known: Record<"containers" | "units", Look | null> = { containers: null, units: null };
  const asking = { containers: false, units: false };

  function look(what: "containers" | "units", ask: () => Promise<Seen>, nowMs: number): void {
    const last = known[what];
    if (asking[what] || (last !== null && nowMs - last.atMs < everyMs[what])) return;
    asking[what] = true;
    void ask()
      // No Docker, no systemd, or none that answers: nothing is known then.
      .catch((): Seen => new Map())
      .then((seen) => {
        known[what] = { atMs: nowMs, seen };
        asking[what] = false;
      });
  }

  /** What was seen last; a metric that nobody could tell anything of is missing. */
  return function statesFor(wanted: ReadonlySet<AlertMetric>, nowMs: number): Seen {
    if (dockerMetrics.some((metric) => wanted.has(metric))) look("containers", containers, nowMs);
    if (wanted.has("unitFailed")) look("units", units, nowMs);
    return new Map([...(known.containers?.seen ?? []), ...(known.units?.seen ?? [])]);
  };
}

/** One that its program ended by itself with 0 has done its work. */
async function lookAtContainers(): Promise<Seen> {
  const found = await askDocker(
    "",
    (docker, abortSignal) => docker.listContainers({ all: true, limit: mostContainers, abortSignal }),
    { patienceMs },
  );
  const partsOf = (isSo: (state: string, status: string) => boolean): Parts =>
    new Map(found.map(({ Id, Names, State, Status }) => [nameOf(Names[0] ?? Id), isSo(State, Status) ? 1 : 0]));
  return new Map<AlertMetric, Parts>([
    ["containerStopped", partsOf((state, status) => isStopped(state, status))],
    ["containerUnhealthy", partsOf((_, status) => status.includes("(unhealthy)"))],
  ]);
}

export function isStopped(state: string, status: string): boolean {
  return state === "dead" || (state === "exited" && !status.startsWith("Exited (0)"));
}

async function lookAtUnits(): Promise<Seen> {
  const said = await askSystemd("", ["list-units", "--state=failed", "--all", "--plain", "--no-legend", "--full"]);
  return new Map<AlertMetric, Parts>([["unitFailed", new Map(failedUnits(said).map((id) => [id, 1]))]]);
}

/** The names in what `systemctl list-units --plain --no-legend` prints. */
export function failedUnits(said: string): string[] {
  return said.split("\n").flatMap((line) => /^(\S+\.[a-z]+)\s+\S+\s+failed\s/.exec(line.trim())?.[1] ?? []);
}
