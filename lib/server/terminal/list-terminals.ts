import type { TerminalInfo, terminalContract } from "@/lib/contracts/terminal";
import { createArrivals } from "@/lib/server/realtime/arrivals";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import type { terminalChannels } from "@/lib/contracts/terminal";
import type { Service } from "@/lib/server/http/service";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { onTerminalsChanged, terminalsOf, type OwnedTerminal } from "./terminals";

export const listTerminals: Service<typeof terminalContract.listTerminals> = (_, ctx) =>
  Promise.resolve({ terminals: listFor(ctx) });

/** Tells one's own terminals, and every change of them. A slow reader gets the newest list. */
export const followTerminals: ChannelService<typeof terminalChannels.follow> = async (_, ctx, { send }) => {
  const userId = userIdOf(ctx.actor);
  const news = createArrivals<true>(ctx.signal);
  const stop = onTerminalsChanged((ownerId) => {
    if (ownerId === userId) news.add(true, "changed");
  });
  try {
    await send({ terminals: listFor(ctx) });
    for await (const _ of news) await send({ terminals: listFor(ctx) });
  } finally {
    stop();
  }
};

function listFor({ actor, storage }: Pick<Ctx, "actor" | "storage">): TerminalInfo[] {
  return terminalsOf(userIdOf(actor)).map((terminal) => describe(terminal, storage));
}

function describe({ id, startedAtMs, hostId, info }: OwnedTerminal, storage: Ctx["storage"]): TerminalInfo {
  const { place, ...rest } = info();
  return { id, startedAt: startedAtMs, hostId, folder: place === null ? null : storage.locate(place), ...rest };
}
