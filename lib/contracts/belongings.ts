import { z } from "zod";
import { endpoint } from "./endpoint";
import { id } from "./fields";

const count = z.number().int();

/** What is deleted with a user, in the order in which it is told. */
const userBelongings = z.object({
  sessions: count,
  api_tokens: count,
  app_passwords: count,
  passkeys: count,
  identities: count,
  shares: count,
  ssh_hosts: count,
  ssh_keys: count,
  ssh_forwards: count,
  container_places: count,
  quick_commands: count,
  start_page_links: count,
  /** Those whose link still works. */
  invitations: count,
  messages: count,
  tasks: count,
});

/** What is deleted with a role that no user has. */
const roleBelongings = userBelongings.pick({ start_page_links: true, invitations: true });
export type Belonging = keyof z.output<typeof userBelongings>;
export type Belongings = Partial<Record<Belonging, number>>;

/** Part of the user contract: what goes with users and roles. */
export const belongings = {
  getUserBelongings: endpoint({
    method: "GET",
    path: "user/users/{id}/belongings",
    access: "user_manage",
    token: false,
    summary: "Count what would be deleted with a user, for those who may delete them.",
    input: z.object({ id }),
    output: userBelongings,
  }),
  getRoleBelongings: endpoint({
    method: "GET",
    path: "user/roles/{id}/belongings",
    access: "role_manage",
    token: false,
    summary: "Count what would be deleted with a role, for those who may delete it.",
    input: z.object({ id }),
    output: roleBelongings,
  }),
};
