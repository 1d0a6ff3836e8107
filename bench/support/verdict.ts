/**
 * A figure that is judged by a control of the same run: what is slow for a slow machine is slow for both, so that `most` holds on any. `measure` tells
 * both in the same unit, or says why it was left out.
 */
export type Verdict = {
  name: string;
  unit: "ms" | "MB" | "share";
  /** How many times the control the figure may be. */
  most: number;
  measure: () => Promise<{ figure: number; control: number } | string>;
};

type Work = () => unknown;

/** The best of three of how long one call takes, in ms. What else the machine does only ever adds. */
export async function costMs(work: Work): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < 3; round++) {
    const beganMs = performance.now();
    let calls = 0;
    do {
      await work();
      calls++;
    } while (performance.now() - beganMs < 20);
    best = Math.min(best, (performance.now() - beganMs) / calls);
    // What takes so long is not measured by the others' noise.
    if (best > 5_000) break;
  }
  return best;
}

/** What a machine does in a moment: some milliseconds on one of today. */
export function aMoment(): number {
  const cells = new Uint32Array(4_096);
  for (let step = 0; step < 2_000_000; step++) cells[(step * 7_919) % 4_096] = (cells[step % 4_096] ?? 0) + step;
  return cells[0] ?? 0;
}

/** How long `work` takes, beside what `control` does. */
export function takes(
  name: string,
  work: Work,
  { most, control = aMoment }: { most: number; control?: Work },
): Verdict {
  return {
    name,
    unit: "ms",
    most,
    measure: async () => {
      const control1 = await costMs(control);
      const figure = await costMs(work);
      // What the machine gave at the better of the two times.
      return { figure, control: Math.max(control1, await costMs(control)) };
    },
  };
}
/** How much this process has grown by the work, beside how many bytes went through it; both in MB. */
export function grows(name: string, work: () => Promise<{ bytes: number }>, most: number): Verdict {
  return {
    name,
    unit: "MB",
    most,
    measure: async () => {
      const before = process.memoryUsage().rss;
      const { bytes } = await work();
      return { figure: Math.max(0, process.memoryUsage().rss - before) / 1e6, control: bytes / 1e6 };
    },
  };
}
