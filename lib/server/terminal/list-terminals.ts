import type { TerminalInfo, terminalContract } from "@/lib/contracts/terminal";
import { createArrivals } from "@/lib/server/realtime/arrivals";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import type { terminalChannels } from "@/lib/contracts/terminal";
import type { Service } from "@/lib/server/http/service";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { lostOf } from "./lost-terminals";
import { noRights, rightsTo } from "./guest-rights";
import { onTerminalsChanged, terminalsSeenBy, type OwnedTerminal } from "./terminals";

type Viewer = Pick<Ctx, "actor" | "storage" | "db">;

export const listTerminals: Service<typeof terminalContract.listTerminals> = (_, ctx) => listFor(ctx);

/** Tells one's own terminals and those that one is shown, and every change of them. A slow reader gets the newest list. */
export const followTerminals: ChannelService<typeof terminalChannels.follow> = async (_, ctx, { send }) => {
  const userId = userIdOf(ctx.actor);
  const news = createArrivals<true>(ctx.signal);
  const stop = onTerminalsChanged((ownerId) => {
    if (ownerId === userId) news.add(true, "changed");
  });
  try {
    await send(await listFor(ctx));
    for await (const _ of news) await send(await listFor(ctx));
  } finally {
    stop();
  }
};

async function listFor(viewer: Viewer) {
  const { actor, storage } = viewer;
  const userId = userIdOf(actor);
  const terminals = await Promise.all(
    terminalsSeenBy(userId).map(async (terminal) => {
      // One whose daemon says nothing just now keeps none of the others out of the list.
      const { maySee, mayType } = await rightsTo(terminal, viewer).catch(() => noRights);
      return maySee ? [describe(terminal, { actor, storage, mayType })] : [];
    }),
  );
  return {
    terminals: terminals.flat(),
    lost: lostOf(userId).map(({ place, ...lost }) => ({ ...lost, folder: folderAt(storage, place) })),
  };
}

function describe(
  terminal: OwnedTerminal,
  { actor, storage, mayType }: Omit<Viewer, "db"> & { mayType: boolean },
): TerminalInfo {
  const { id, startedAtMs, hostId, guests, ownerName, info } = terminal;
  const { place, ...rest } = info();
  const isOwn = terminal.userId === actor.userId;
  return {
    id,
    startedAt: startedAtMs,
    // Another's hosts are theirs.
    hostId: isOwn ? hostId : null,
    owner: isOwn ? null : ownerName,
    mayType,
    guests: isOwn ? guests.map(({ username, mayType }) => ({ username, mayType })) : [],
    folder: folderAt(storage, place),
    ...rest,
  };
}

function folderAt(storage: Ctx["storage"], place: string | null): TerminalInfo["folder"] {
  return place === null ? null : storage.locate(place);
}
