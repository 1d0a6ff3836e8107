import type { Channel, Channels, DownInputOf, OpenedOf, UpOf } from "@/lib/contracts/channel";
import type { Ctx } from "@/lib/server/runtime/ctx";

/** `signal` fires at the end, whoever ends it: browser, session, right, connection or server. */
export type ChannelCtx = Pick<Ctx, "actor" | "storage" | "db" | "log"> & { readonly signal: AbortSignal };

export type Duplex<C extends Channel> = {
  /**
   * Resolves when the message is on its way, which it is as soon as less than the high water is unacknowledged: await it before the next.
   * Bytes may be as many as you like and must not be changed afterwards. Rejects with the signal's reason at the end.
   */
  send: (message: DownInputOf<C>) => Promise<void>;
  /** What the browser sends, for one reader: acknowledged when it comes for the next. Finishes at the end. */
  received: AsyncIterable<UpOf<C>>;
};

/** Talks with one browser; when it returns the channel ends, when it throws with that error. */
export type ChannelService<C extends Channel> = (
  opened: OpenedOf<C>,
  ctx: ChannelCtx,
  duplex: Duplex<C>,
) => Promise<void>;

/** A channel with what talks through it. */
export type ServedChannel = { channel: Channel; service: ChannelService<Channel> };

/** The channels of a group, each with its service: one without, or with another's, does not compile. */
export function serveChannels<C extends Channels>(
  contract: C,
  services: { readonly [K in keyof C]: ChannelService<C[K]> },
): ServedChannel[] {
  return Object.entries(contract).map(([name, channel]) => ({
    channel,
    service: services[name] as ChannelService<Channel>, // its own: runChannel parses by the same channel
  }));
}
