/** Of the setting that says until when all starts have been judged. */
export const judgedStartsKey = "judgedStarts";
/** The daemon's clock may go differently, and what was asked for may happen when nobody waits for it any more. */
const aroundMs = 60_000;
const mostKnown = 1_000;
const known = new Map<string, { fromMs: number; untilMs: number }>();

/** An administrator starts this container here by this work, however long it takes, which nobody else may: nobody stops it for that. */
export async function whileStarting<T>(id: string, work: () => Promise<T>): Promise<T> {
  const fromMs = Date.now();
  note(id, { fromMs, untilMs: Number.POSITIVE_INFINITY });
  try {
    return await work();
  } finally {
    note(id, { fromMs, untilMs: Date.now() });
  }
}

function note(id: string, time: { fromMs: number; untilMs: number }): void {
  known.delete(id);
  known.set(id, time);
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
}

/** Whether such work goes on, or did after this time: until it is over, a container that does not run is one that starts. */
export function wasBeingStarted(id: string, sinceMs: number): boolean {
  const noted = known.get(id);
  return noted !== undefined && noted.untilMs >= sinceMs;
}

/** Whether what began then is such a start. */
export function isKnownStart(id: string, atMs: number): boolean {
  const noted = known.get(id);
  return noted !== undefined && atMs > noted.fromMs - aroundMs && atMs < noted.untilMs + aroundMs;
}
