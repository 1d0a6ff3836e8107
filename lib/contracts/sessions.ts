import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty, id } from "./fields";
import { lists } from "./lists";

const session = z.object({
  id,
  address: z.string(),
  agent: z.string(),
  created_at: z.number(),
  last_seen_at: z.number(),
  current: z.boolean(),
});

const userSession = session.extend({
  user_id: id,
  username: z.string(),
  /** When it ends if nothing is done in it from now on. */
  ends_at: z.number(),
  /** It lasts while nothing is done. */
  stays: z.boolean(),
});
export type UserSession = z.infer<typeof userSession>;

/** What those of all users are sorted by: who, when they began, when they were last seen. */
export const sessionSorts = ["user", "started", "seen"] as const;
export type SessionSort = (typeof sessionSorts)[number];

/** Part of the user contract: where people are signed in. */
export const sessionEndpoints = {
  listSessions: endpoint({
    method: "GET",
    path: "user/sessions",
    access: "session",
    token: false,
    summary: "List your active sessions.",
    input: empty,
    output: lists({ sessions: z.array(session) }),
  }),
  revokeSession: endpoint({
    method: "DELETE",
    path: "user/sessions/{id}",
    access: "session",
    token: false,
    summary: "End one of your sessions.",
    input: z.object({ id }),
    output: empty,
  }),
  noteActive: endpoint({
    method: "POST",
    path: "user/active",
    direct: true,
    access: "any-session",
    token: false,
    audit: false,
    summary: "Say that somebody is doing something, so that the session isn’t ended for inactivity.",
    viewing: true,
    input: empty,
    output: empty,
  }),
  listAllSessions: endpoint({
    method: "GET",
    path: "user/sessions/all",
    access: "user_manage",
    token: false,
    summary: "List the active sessions of all users, page by page, newest first unless another order is asked for.",
    input: z.object({
      /** The `next` of the page before, which was asked for in the same order. */
      after: z
        .string()
        .regex(/^.{1,256}~[A-Za-z0-9_-]{1,64}$/)
        .optional(),
      sort: z.enum(sessionSorts).default("started"),
      direction: z.enum(["up", "down"]).default("down"),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      username: z.string().max(256).optional(),
      /** How the name begins. */
      username_start: z.string().min(1).max(256).optional(),
    }),
    output: lists({ sessions: z.array(userSession), next: z.string().nullable() }),
  }),
  endUserSession: endpoint({
    method: "DELETE",
    path: "user/sessions/all/{id}",
    access: "user_manage",
    token: false,
    confirm: true,
    summary: "End a session of any user.",
    input: z.object({ id }),
    output: empty,
  }),
  endUserSessions: endpoint({
    method: "DELETE",
    path: "user/users/{id}/sessions",
    access: "user_manage",
    token: false,
    confirm: true,
    summary: "End all sessions of a user, but not the one this is asked in.",
    input: z.object({ id }),
    output: z.object({ ended: z.number().int() }),
  }),
};
