import { AppError } from "@/lib/shared/errors";
import type { systemdChannels, UnitRow } from "@/lib/contracts/systemd";
import { limits } from "@/lib/server/base/limits";
import { patient } from "@/lib/server/base/patient";
import { createLiveRows } from "@/lib/server/realtime/live-rows";
import type { Pulse } from "@/lib/server/realtime/pulse";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { ask } from "./ask-systemctl";
import { assertScope } from "./assert-scope";
import { createUnitReader } from "./read-units";

const everyMs = 2_500;
const lateMs = patient(2_500);

type Live = ReturnType<typeof createLiveRows<UnitRow>> & { forget: () => void; viewers: number };

/** What is known is kept for who comes back soon: systemd is slow to tell it. */
const keptMs = 60_000;

/** By whose manager it is; as long as somebody looks, and a while after that. */
const lives = new Map<string, Live>();

export const followUnits: ChannelService<typeof systemdChannels.follow> = async (
  { scope },
  { actor, signal },
  { send },
) => {
  await assertScope(scope, actor);
  const live = lives.get(scope) ?? begin(scope);
  live.viewers++;
  try {
    await live.follow({ send, signal });
  } finally {
    if (--live.viewers === 0) setTimeout(() => drop(scope, live), keptMs).unref();
  }
};

function drop(scope: string, live: Live): void {
  if (live.viewers === 0 && lives.get(scope) === live) lives.delete(scope);
}

function begin(scope: string): Live {
  for (const [other, live] of lives) if (lives.size >= limits.unitManagers) drop(other, live);
  if (lives.size >= limits.unitManagers) throw new AppError("systemd/too-many");
  const { read, forget, isBusy } = createUnitReader(scope, () => rows.soon());
  // Not of accounts: each question to one of theirs begins a session of it.
  const pulse: Pulse = {
    everyMs: 1_000,
    lateMs: patient(1_200),
    ask: async () => (isBusy() ? null : ask(scope, ["show", "--property=Version"])),
  };
  const rows = createLiveRows<UnitRow>({
    everyMs,
    late: { ms: lateMs, error: "sys/slow" },
    most: limits.units,
    read,
    ...(scope === "" ? { pulse } : {}),
  });
  const live = { ...rows, forget, viewers: 0 };
  lives.set(scope, live);
  return live;
}

/** A unit was changed: whoever looks sees it at once. */
export function unitsChanged(scope: string): void {
  const live = lives.get(scope);
  live?.forget();
  live?.soon();
}
