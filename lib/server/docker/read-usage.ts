import { z } from "zod";
import { limits } from "@/lib/server/base/limits";
import { createWorkBeside } from "@/lib/server/base/work-beside";
import { askDocker } from "./ask-docker";

const atOnce = 8;

/** What counts of the daemon's answer, of both versions of cgroups. */
const answer = z.object({
  cpu_stats: z.object({ cpu_usage: z.object({ total_usage: z.number() }) }),
  memory_stats: z.object({
    usage: z.number().optional(),
    stats: z.object({ inactive_file: z.number().optional(), total_inactive_file: z.number().optional() }).optional(),
  }),
});

export type Usage = { cpu: number | null; memory: number | null };
type Known = { nanoseconds: number; atMs: number };

/**
 * What containers use, each reading since the one before. One question for each, so many of them at once as the daemon answers quickly, and no more
 * containers than that in all: the others are told without.
 */
export function createUsageReader(): (ids: readonly string[]) => Promise<ReadonlyMap<string, Usage>> {
  let known = new Map<string, Known>();
  return async (ids) => {
    const next = new Map<string, Known>();
    const used = new Map<string, Usage>();
    const work = createWorkBeside(atOnce);
    for (const id of ids.slice(0, limits.measuredContainers))
      await work.add(async () => {
        const said = await readOne(id);
        if (said === null) return;
        const now = { nanoseconds: said.nanoseconds, atMs: performance.now() };
        next.set(id, now);
        used.set(id, { cpu: shareOf(known.get(id), now), memory: said.memory });
      });
    await work.all();
    known = next;
    return used;
  };
}

/** Null for one that has ended meanwhile. */
async function readOne(id: string): Promise<{ nanoseconds: number; memory: number | null } | null> {
  const said = await askDocker(id, (docker) => docker.getContainer(id).stats({ stream: false, "one-shot": true }), {
    mostMs: 10_000,
  }).catch(() => null);
  const { success, data } = answer.safeParse(said);
  if (!success) return null;
  const { usage, stats } = data.memory_stats;
  const cached = stats?.inactive_file ?? stats?.total_inactive_file ?? 0;
  return {
    nanoseconds: data.cpu_stats.cpu_usage.total_usage,
    memory: usage === undefined ? null : Math.max(0, usage - cached),
  };
}

function shareOf(before: Known | undefined, now: Known): number | null {
  if (before === undefined) return null;
  const share = ((now.nanoseconds - before.nanoseconds) / 1e6 / (now.atMs - before.atMs)) * 100;
  return Math.max(0, Math.round(share * 10) / 10);
}
