import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty, id } from "./fields";

const session = z.object({
  id,
  address: z.string(),
  agent: z.string(),
  created_at: z.number(),
  last_seen_at: z.number(),
  current: z.boolean(),
});

/** Part of the user contract: where people are signed in. */
export const sessionEndpoints = {
  listSessions: endpoint({
    method: "GET",
    path: "user/sessions",
    access: "session",
    token: false,
    summary: "List your active sessions.",
    input: empty,
    output: z.object({ sessions: z.array(session) }),
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
};
