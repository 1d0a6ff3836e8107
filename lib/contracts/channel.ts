import { z } from "zod";
import type { EndReason } from "@/lib/shared/end-reasons";
import type { ErrorKey, ErrorParams } from "@/lib/shared/errors";
import type { Access } from "./endpoint";
import { stopAtLength } from "./stop-at-length";
import { withoutLimits } from "./without-limits";

/** What goes one way: values of a schema, bytes as they come (in pieces that mean nothing), or nothing. */
export type Content = z.ZodType | "bytes" | null;

/** A long conversation of one tab with the server, over the tab's socket. Signed-in users only. */
export type Channel<
  N extends string = string,
  O extends z.ZodType = z.ZodType,
  U extends Content = Content,
  D extends Content = Content,
> = {
  /** `<group>/<what>`, unlike any other. */
  name: N;
  summary: string;
  /** Asked for when it is opened, for all that comes up, and every few seconds. */
  access: Exclude<Access, "public">;
  /** What the browser says to open it. */
  open: O;
  up: U;
  /** Never judged by the limits of an input, as an endpoint's output. */
  down: D;
  /** How much may be on its way, each way: who sends waits from here until the other end has taken some. A longer value goes alone. */
  highWaterBytes: number;
};

const maxHighWaterBytes = 1024 * 1024;

export function channel<const N extends string, O extends z.ZodType, const U extends Content, const D extends Content>(
  definition: Channel<N, O, U, D>,
): Channel<N, O, U, D> {
  if (definition.highWaterBytes > maxHighWaterBytes) throw new Error(`${definition.name}: too much on its way`);
  const { open, up, down } = definition;
  stopAtLength(open);
  if (up instanceof z.ZodType) stopAtLength(up);
  return down instanceof z.ZodType ? { ...definition, down: withoutLimits(down) } : definition;
}

/** The channels of one group, by the name of their service. */
export type Channels = Readonly<Record<string, Channel>>;

/** What whoever sends may write: before defaults are filled in. */
type Sent<C extends Content> = C extends z.ZodType ? z.input<C> : C extends "bytes" ? Uint8Array : never;
/** What arrives. */
type Received<C extends Content> = C extends z.ZodType ? z.output<C> : C extends "bytes" ? Uint8Array : never;

export type OpenInputOf<C extends Channel> = z.input<C["open"]>;
export type OpenedOf<C extends Channel> = z.output<C["open"]>;
/** On its way up: as the browser sends it, and as the server gets it. */
export type UpInputOf<C extends Channel> = Sent<C["up"]>;
export type UpOf<C extends Channel> = Received<C["up"]>;
/** On its way down: as the server sends it, and as the browser gets it. */
export type DownInputOf<C extends Channel> = Sent<C["down"]>;
export type DownOf<C extends Channel> = Received<C["down"]>;

/**
 * How a channel ended: `ended` by the server, which was through with it; `refused` for the lack of a right, of room, or for what was
 * asked; `failed` in the middle; `lost` with the connection.
 */
export type ChannelEnd =
  | { why: "ended" | "lost" }
  | { why: "refused" | "failed"; error: ErrorKey; params?: ErrorParams };

/** What the browser says on the socket. `id` is the tab's own number for the channel; `cost` as `costOf` counts. */
export type UpEvents = {
  "channel/open": (id: number, name: string, open: unknown) => void;
  "channel/data": (id: number, frame: string | Uint8Array) => void;
  "channel/took": (id: number, cost: number) => void;
  "channel/close": (id: number) => void;
};

/** What the server says on the socket. */
export type DownEvents = {
  "channel/opened": (id: number, windowBytes: number) => void;
  "channel/data": (id: number, frame: string | Uint8Array | ArrayBuffer) => void;
  "channel/took": (id: number, cost: number) => void;
  "channel/closed": (id: number, end: ChannelEnd) => void;
  "session/ended": (about: { reason: EndReason | null }) => void;
};
