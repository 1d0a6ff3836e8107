import { z } from "zod";
import { grantFields, username } from "./account-fields";
import { noContainerRules } from "./container-rules";
import { endpoint } from "./endpoint";
import { empty, id, oneLine } from "./fields";
import { lists } from "./lists";
import { newPassword } from "./own-password";
import { signedIn, stay } from "./signed-in";

/** How many accounts one link may make. */
export const invitationUses = z.number().int().min(1).max(100);
/** How long a link works. */
export const invitationDays = z.number().int().min(1).max(90);

const invitation = z.object({
  id,
  /** Of who made it. */
  inviter: z.string(),
  note: z.string(),
  username: z.string().nullable(),
  role_id: id.nullable(),
  ...grantFields,
  created_at: z.number(),
  expires_at: z.number(),
  uses: z.number().int(),
  max_uses: z.number().int(),
  /** Why it makes no more accounts; null: it does, as far as can be told before. */
  ended: z.enum(["expired", "used", "inviter"]).nullable(),
});
export type Invitation = z.infer<typeof invitation>;

/** What the link holds. */
const token = z.string().max(256);

/** Part of the user contract: links with which people make their own accounts. */
export const invitations = {
  listInvitations: endpoint({
    method: "GET",
    path: "user/invitations",
    access: "user_manage",
    token: false,
    summary: "List invitation links, newest first. Those that ended more than 30 days ago are gone.",
    input: empty,
    output: lists({ invitations: z.array(invitation) }),
  }),
  createInvitation: endpoint({
    method: "POST",
    path: "user/invitations",
    access: "user_manage",
    token: false,
    confirm: true,
    summary: "Create an invitation link. Its token is in this answer only.",
    input: z
      .object({
        note: oneLine(100),
        username: username.nullable(),
        role_id: id.nullable(),
        ...grantFields,
        ...noContainerRules,
        quota_bytes: grantFields.quota_bytes.default(null),
        days: invitationDays,
        uses: invitationUses,
      })
      .refine((value) => value.username === null || value.uses === 1, {
        path: ["uses"],
        message: "must be 1 where the username is fixed",
      }),
    output: z.object({ id, token: z.string() }),
  }),
  revokeInvitation: endpoint({
    method: "DELETE",
    path: "user/invitations/{id}",
    access: "user_manage",
    token: false,
    summary: "Revoke an invitation link. Accounts made with it stay.",
    input: z.object({ id }),
    output: empty,
  }),
  openInvitation: endpoint({
    method: "POST",
    path: "user/invitation",
    access: "public",
    token: false,
    audit: false,
    summary: "Look at an invitation: who it is from, and whether the username is fixed.",
    input: z.object({ token }),
    output: z.object({ inviter: z.string(), username: z.string().nullable(), expires_at: z.number() }),
  }),
  acceptInvitation: endpoint({
    method: "POST",
    path: "user/invitation/accept",
    access: "public",
    token: false,
    summary: "Create your account with an invitation, and sign in.",
    input: z.object({ token, username, password: newPassword, stay }),
    output: signedIn,
  }),
};
