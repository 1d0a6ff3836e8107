import { alertMeasures, type AlertMetric } from "@/lib/shared/alerts";
import { askContainers } from "@/lib/server/docker/ask-containers";
import { nameAmong } from "@/lib/server/docker/list-containers";
import { readRestartCounts } from "@/lib/server/docker/restart-counts";
import { ask as askSystemd } from "@/lib/server/systemd/ask-systemctl";
import { createRestartWatch, unitRestarts, type Restarts } from "./restarts";
import type { Parts, Seen } from "./seen-figures";

/** Between two looks: a program is started for the units. */
const everyMs = { containers: 30_000, units: 60_000 };
const patienceMs = 10_000;
const mostContainers = 1_000;
type Wanted = ReadonlySet<AlertMetric>;
const isWantedOf = (wanted: Wanted, kind: "container" | "unit") =>
  [...wanted].some((metric) => alertMeasures[metric].kind === kind);

type Look = { atMs: number; seen: Seen };
type At = { wanted: Wanted; nowMs: number };

/** What is so or not so, of what does not come with the figures: asked only while a rule wants to know. */
export function createStateLook({ containers = createContainerLook(), units = createUnitLook() } = {}) {
  const known: Record<"containers" | "units", Look | null> = { containers: null, units: null };
  const asking = { containers: false, units: false };

  function look(what: "containers" | "units", ask: (wanted: Wanted, nowMs: number) => Promise<Seen>, at: At): void {
    const { wanted, nowMs } = at;
    const last = known[what];
    if (asking[what] || (last !== null && nowMs - last.atMs < everyMs[what])) return;
    asking[what] = true;
    void ask(wanted, nowMs)
      // No Docker, no systemd, or none that answers: nothing is known then.
      .catch((): Seen => new Map())
      .then((seen) => {
        known[what] = { atMs: nowMs, seen };
        asking[what] = false;
      });
  }

  /** What was seen last; a metric that nobody could tell anything of is missing. */
  return function statesFor(wanted: ReadonlySet<AlertMetric>, nowMs: number): Seen {
    if (isWantedOf(wanted, "container")) look("containers", containers, { wanted, nowMs });
    if (isWantedOf(wanted, "unit")) look("units", units, { wanted, nowMs });
    return new Map([...(known.containers?.seen ?? []), ...(known.units?.seen ?? [])]);
  };
}

/** One that its program ended by itself with 0 has done its work. */
export function createContainerLook() {
  const again = createRestartWatch();
  return async (wanted: Wanted, nowMs: number): Promise<Seen> => {
    const { rows: found } = await askContainers("", { all: true, limit: mostContainers, patienceMs });
    const counts = wanted.has("containerRestarting") ? await readRestartCounts(found) : new Map<string, number>();
    const restarts = found.flatMap(({ Id, State }): [string, Restarts][] => {
      const count = counts.get(Id);
      return count === undefined ? [] : [[Id, { count, isWaiting: State === "restarting" }]];
    });
    const restarting = again(new Map(restarts), nowMs);
    const partsOf = (isSo: (one: (typeof found)[number]) => boolean): Parts =>
      new Map(found.map((one) => [nameAmong(one), isSo(one) ? 1 : 0]));
    return new Map<AlertMetric, Parts>([
      ["containerStopped", partsOf(({ State, Status }) => isStopped(State, Status))],
      ["containerUnhealthy", partsOf(({ Status }) => Status.includes("(unhealthy)"))],
      ["containerRestarting", partsOf(({ Id }) => restarting.has(Id))],
    ]);
  };
}

export function isStopped(state: string, status: string): boolean {
  return state === "dead" || (state === "exited" && !status.startsWith("Exited (0)"));
}

/** Each is asked for on its own: a question that systemd does not answer takes nothing from the other. */
function createUnitLook() {
  const again = createRestartWatch();
  return async (wanted: Wanted, nowMs: number): Promise<Seen> => {
    const seen = new Map<AlertMetric, Parts>();
    const so = (ids: Iterable<string>): Parts => new Map([...ids].map((id) => [id, 1]));
    const unknown = () => null;
    if (wanted.has("unitFailed")) {
      const said = await askSystemd("", failedArgs).catch(unknown);
      if (said !== null) seen.set("unitFailed", so(failedUnits(said)));
    }
    if (wanted.has("unitRestarting")) {
      const said = await askSystemd("", restartArgs).catch(unknown);
      if (said !== null) seen.set("unitRestarting", so(again(unitRestarts(said), nowMs)));
    }
    return seen;
  };
}

const failedArgs = ["list-units", "--state=failed", "--all", "--plain", "--no-legend", "--full"];
export const restartArgs = ["show", "--property=Id,NRestarts,SubState", "--", "*.service"];

/** The names in what `systemctl list-units --plain --no-legend` prints. */
export function failedUnits(said: string): string[] {
  return said.split("\n").flatMap((line) => /^(\S+\.[a-z]+)\s+\S+\s+failed\s/.exec(line.trim())?.[1] ?? []);
}
