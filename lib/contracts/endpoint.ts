import type { z } from "zod";
import type { Permission } from "@/lib/shared/permissions";
import type { ShareMode } from "@/lib/shared/share-modes";
import { stopAtLength } from "./stop-at-length";
import { withoutLimits } from "./without-limits";

/** The last three for protocols with methods of their own (tus, WebDAV). */
export type Method = "GET" | "POST" | "PUT" | "DELETE" | "HEAD" | "PATCH" | "OPTIONS";

/**
 * `public`: no session; `any-session`: anyone signed in, also while they still have to set up a second factor; `session`: anyone else signed in; a
 * permission; several: any one of them.
 */
export type Access = "public" | "any-session" | "session" | Permission | readonly [Permission, ...Permission[]];

export type Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  method: Method;
  /** Below `<base>/api/`. `{id}` is one segment, `{path*}` all that follow; both are fields of the input. */
  path: string;
  summary: string;
  access: Access;
  /** Path, query or JSON body, merged into one object; a repeated query parameter becomes a list. */
  input: I;
  /** Never judged by the limits of an input: shapes of inputs may be used for it ({@link withoutLimits}). */
  output: O;
  /** The service reads or writes bytes itself instead of JSON. */
  bytes: boolean;
  /** Every call is recorded in the audit log. */
  audit: boolean;
  /** Scripts with an API token may call it; account matters are for people in a browser. */
  token: boolean;
  /**
   * Of which shares the visitors may call it, by the link in its input; others are answered share/mode. For endpoints that are `public`: who has the
   * link has no session.
   */
  visitors: readonly ShareMode[];
  /** Administrators who view the console as another user may call it: it changes nothing. */
  viewing: boolean;
  /**
   * The custom server answers it ahead of Next; a route handler answers all others (docs/decisions/0137-route-handlers.md). By itself true for bytes, for `{path*}`, and for
   * what strangers may call; written where a page asks often.
   */
  direct: boolean;
  /** Only while the session's password was given in the last ten minutes: at sign-in, or by `user/confirm`. */
  confirm: boolean;
};

type Optional = "bytes" | "audit" | "token" | "visitors" | "viewing" | "confirm" | "direct";

export function endpoint<I extends z.ZodType, O extends z.ZodType>(
  definition: Omit<Endpoint<I, O>, Optional> & Partial<Pick<Endpoint, Optional>>,
): Endpoint<I, O> {
  const { method, path, access, bytes = false } = definition;
  const direct = bytes || access === "public" || path.endsWith("*}");
  const usual = { bytes, direct, audit: method !== "GET", token: true, visitors: [], confirm: false };
  stopAtLength(definition.input);
  const output = withoutLimits(definition.output);
  return { ...usual, viewing: method === "GET" || method === "HEAD", ...definition, output };
}

/** The endpoints of one group, by the name of their service. */
export type Contract = Readonly<Record<string, Endpoint>>;

/** What a caller may write: before defaults are filled in. */
export type InputOf<E> = E extends Endpoint<infer I> ? z.input<I> : never;
/** What a service gets: parsed, defaults filled in. */
export type ParsedOf<E> = E extends Endpoint<infer I> ? z.output<I> : never;
export type OutputOf<E> = E extends Endpoint<z.ZodType, infer O> ? z.output<O> : never;
