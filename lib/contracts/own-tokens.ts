import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty, id, password, permission } from "./fields";
import { lists } from "./lists";

const token = z.object({
  id,
  name: z.string(),
  auth_list: z.array(permission),
  created_at: z.number(),
  expires_at: z.number().nullable(),
  last_used_at: z.number().nullable(),
});

/** Part of the user contract: what scripts sign in with. */
export const ownTokens = {
  listTokens: endpoint({
    method: "GET",
    path: "user/tokens",
    access: "api_token",
    token: false,
    summary: "List your API tokens, without the tokens themselves.",
    input: empty,
    output: lists({ tokens: z.array(token) }),
  }),
  createToken: endpoint({
    method: "POST",
    path: "user/tokens",
    access: "api_token",
    token: false,
    summary: "Create an API token. The token is returned only once. Requires a recently confirmed password.",
    input: z.object({
      name: z.string().trim().min(1).max(64),
      auth_list: z.array(permission).max(200),
      expires_at: z.number().int().min(0).max(8.64e15).nullable(),
      password,
    }),
    output: z.object({ token: z.string(), id }),
  }),
  revokeToken: endpoint({
    method: "DELETE",
    path: "user/tokens/{id}",
    access: "api_token",
    token: false,
    summary: "Revoke one of your API tokens.",
    input: z.object({ id }),
    output: empty,
  }),
};
