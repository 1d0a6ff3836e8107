import { z } from "zod";
import type { Db } from "@/lib/server/db/open-db";
import { defineSetting } from "@/lib/server/group/define-setting";
import { runningMetrics } from "@/lib/server/metrics/running";
import type { App } from "@/lib/server/runtime/app";
import { createAlertStore } from "./alert-store";
import { createAlertEngine, type AlertEngine } from "./engine";
import { createStateLook } from "./look-at-states";
import { addDefaultRules, defaultRules, findRules } from "./rule-rows";
import { createFigureSums, seenIn, totalsOf, type Seen } from "./seen-figures";
import { tellOfAlert } from "./tell-of-alert";

/** Between two looks, whether somebody watches the figures or not. */
const everyMs = 10_000;

/** Whether the server has been given the rules that it begins with. */
export const alertDefaults = defineSetting({
  name: "alert-defaults",
  /** `restarts`: those that servers before did not have. */
  schema: z.object({ added: z.boolean(), restarts: z.boolean().default(false) }),
  fallback: { added: false, restarts: false },
  isPortable: false,
});

type Running = Pick<AlertEngine, "current"> & {
  reload: () => Promise<void>;
  /** Once what listeners were told of can be read from the database. */
  settled: () => Promise<unknown>;
};

let running: Running | null = null;
let stop: () => Promise<void> = () => Promise.resolve();
const listeners = new Set<() => void>();

/** Throws before the server has started. */
export function runningAlerts(): Running {
  if (running === null) throw new Error("not started");
  return running;
}

/** Told whenever the alerts that go on have changed, until the returned function is called. */
export function onAlertsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export async function startAlerts({ db, log }: App): Promise<void> {
  await addMissingRules(db);
  const store = createAlertStore(db, (error) => log.warn({ err: error }, "an alert could not be noted"));
  const engine = createAlertEngine({
    store,
    announce: (announcement) => {
      tellOfAlert(db, announcement).catch((error: unknown) =>
        log.error({ err: error }, "nobody could be told of an alert"),
      );
    },
    onChanged: () => {
      for (const listener of listeners) listener();
    },
  });
  engine.restore(await store.load(Date.now()));
  const reload = async () => engine.setRules((await findRules(db)).rows, Date.now());
  await reload();
  running = { current: () => engine.current(), reload, settled: store.settled };
  const stopHearing = hearFigures(engine);
  stop = async () => {
    stopHearing();
    store.savePending(engine.pending(), Date.now());
    await store.settled();
  };
}

/** Rules that a new server begins with, and those that this version has and the ones before had not. */
export async function addMissingRules(db: Db): Promise<void> {
  const { added, restarts } = alertDefaults.get();
  if (!added) await addDefaultRules(db, defaultRules.first);
  if (!restarts) await addDefaultRules(db, defaultRules.restarts);
  if (!added || !restarts) await alertDefaults.save(db, { added: true, restarts: true });
}

export function stopAlerts(): Promise<void> {
  return stop();
}

/** Gives the engine what the one sampler reads. Call the result to end it. */
function hearFigures(engine: AlertEngine): () => void {
  const sums = createFigureSums();
  const statesFor = createStateLook();
  let lastMs = performance.now();
  return runningMetrics().sampler.hear((known) => {
    sums.add(known.reading.figures);
    // A little early rather than one reading late.
    if (performance.now() - lastMs < everyMs - 500) return;
    lastMs = performance.now();
    const wanted = engine.wanted();
    const figures = seenIn(sums.take(), totalsOf(known));
    const seen: Seen = new Map([...figures, ...statesFor(wanted, performance.now())]);
    engine.evaluate(seen, known.reading.atMs);
  });
}
