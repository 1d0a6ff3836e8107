import { z } from "zod";
import { grantFields, username } from "./account-fields";
import { downloadFormats } from "./archive";
import { belongings } from "./belongings";
import { themes } from "@/lib/shared/appearance";
import { locales } from "@/lib/shared/locales";
import { endpoint } from "./endpoint";
import { empty, id, oneLine, password, permission } from "./fields";
import { grantFolders } from "./grant-folders";
import { invitations } from "./invitations";
import { lists } from "./lists";
import { oidc } from "./oidc";
import { newPassword, ownPassword } from "./own-password";
import { ownTokens } from "./own-tokens";
import { passkeys } from "./passkeys";
import { proxySignIn } from "./proxy-sign-in";
import { rights } from "./rights";
import { noContainerRules } from "./container-rules";
import { roleCommands, unlimited } from "./role-commands";
import { dashboardLook } from "./metrics";
import { factorCode, secondFactors } from "./second-factor";
import { sessionEndpoints } from "./sessions";
import { settingEndpoints } from "./setting-endpoints";
import { signedIn, stay } from "./signed-in";
import { signInHook } from "./sign-in-hook";
import { signInOffers } from "./sign-in-offers";
import { signInRules } from "./sign-in-rules";
import { terminalLook } from "./terminal-look";

export { username };

/** Of the toast times: a message stays until it is closed, or a sixth one needs its place. */
export const untilClosed = 0;

export const preferences = z.object({
  theme: z.enum(themes),
  language: z.enum(locales),
  rtl: z.boolean(),
  /** Factor on the toast times of the specification; {@link untilClosed}: they stay. */
  toastFactor: z.union([z.literal(untilClosed), z.number().min(1).max(20)]),
  singleKeys: z.boolean(),
  showHidden: z.boolean(),
  /** What several entries are downloaded as. */
  downloadFormat: z.enum(downloadFormats),
  /** Extensions of unknown types, in lower case, that open as text without a question; "" for names without one. */
  textExtensions: z.array(z.string().max(255)).max(200),
  terminal: terminalLook,
  dashboard: dashboardLook,
  /** Units of systemd that stand first in their list: `ssh.service`, or `<account>/<unit>`. */
  pinnedUnits: z.array(z.string().max(330)).max(200),
  /** Unfinished uploads that are not offered any more: "Not now" was the answer. */
  putOffUploads: z.array(id).max(200),
});
export type Preferences = z.infer<typeof preferences>;

export const userData = preferences.extend({
  id,
  username: z.string(),
  is_root: z.boolean(),
  auth_list: z.array(permission),
  /** The administrator who views the console as this user. */
  viewer: z.string().nullable(),
  /** All that the user may run in terminals of this machine instead of a shell; null: no limit. */
  commands: roleCommands.nullable(),
  /** The session ends when nothing is done for so long; null: it stays, or the caller has none. */
  idle_minutes: z.number().int().nullable(),
});
export type UserData = z.infer<typeof userData>;

const noQuota = { quota_bytes: grantFields.quota_bytes.default(null) };

export const roleFields = z.object({
  name: oneLine(64).min(1),
  ...grantFields,
  /** All that users with this role may run instead of a shell; null: no limit. */
  commands: roleCommands.nullable(),
  /** Users with this role must set up a second factor before anything else. */
  second_factor: z.boolean(),
});
export const role = roleFields.extend({ id, name: z.string(), users: z.number().int() });
export type Role = z.infer<typeof role>;

export const userFields = z.object({
  username,
  is_root: z.boolean(),
  disabled: z.boolean(),
  role_id: id.nullable(),
  ...grantFields,
});
export const user = userFields.extend({
  id,
  created_at: z.number(),
  last_seen_at: z.number().nullable(),
  second_factor: z.boolean(),
  /** Whether you may change the user in any way: who has more than you is not yours to change. */
  may_change: z.boolean(),
});
export type User = z.infer<typeof user>;

export const userContract = {
  login: endpoint({
    method: "POST",
    path: "user/login",
    access: "public",
    token: false,
    summary: "Sign in. Sets the session cookie and returns the session token.",
    input: z.object({
      username: z.string().max(256),
      password,
      /** Instead of waiting: `<challenge>.<number>`, see user/challenge. */
      proof: z.string().max(512).optional(),
      /** Code of an authenticator app or recovery code, for whoever signs in in one step. */
      totp: factorCode.optional(),
      stay,
    }),
    output: signedIn,
  }),
  challenge: endpoint({
    method: "POST",
    path: "user/challenge",
    access: "public",
    token: false,
    audit: false,
    summary: "Get a proof-of-work challenge. Solving it allows one sign-in attempt without waiting.",
    input: z.object({ username: z.string().max(256) }),
    output: z.object({
      challenge: z.string(),
      /** One in so many Argon2id hashes of `<challenge>.<number>` is a proof. */
      difficulty: z.number().int(),
    }),
  }),
  logout: endpoint({
    method: "POST",
    path: "user/logout",
    direct: true,
    access: "any-session",
    token: false,
    summary: "Sign out and end this session.",
    viewing: true,
    input: empty,
    output: z.object({
      /** Where the browser goes now, so that the proxy that named the user forgets them as well; null: nowhere. */
      go_to: z.string().nullable(),
    }),
  }),
  ...signInOffers,
  setup: endpoint({
    method: "POST",
    path: "user/setup",
    access: "public",
    token: false,
    summary: "Create the first account using the one-time link from the log, and sign in.",
    input: z.object({ token: z.string().max(256), username, password: newPassword }),
    output: signedIn,
  }),
  getUserInfo: endpoint({
    method: "GET",
    path: "user/userInfo/get",
    direct: true,
    access: "any-session",
    summary: "Get the signed-in user with preferences and permissions.",
    input: empty,
    output: z.object({ user_data: userData }),
  }),
  updateUserInfo: endpoint({
    method: "POST",
    path: "user/userInfo/update",
    access: "session",
    audit: false,
    token: false,
    summary: "Change your preferences.",
    input: preferences.partial(),
    output: z.object({ user_data: userData }),
  }),
  getQuota: endpoint({
    method: "GET",
    path: "user/quota",
    direct: true,
    access: "session",
    summary: "Get how many bytes your writable folders may hold, and how many they do; null without a limit.",
    input: empty,
    output: z.object({ limit: z.number().nullable(), used: z.number().nullable() }),
  }),
  ...ownPassword,
  ...sessionEndpoints,
  ...ownTokens,
  ...secondFactors,
  ...passkeys,
  ...oidc,
  ...proxySignIn,
  ...invitations,
  ...signInHook,
  ...settingEndpoints({
    name: "SignIn",
    path: "setting/sign-in",
    schema: signInRules,
    write: "token_update",
    confirm: true,
    summaries: [
      "Get how long sessions last and who needs a second factor.",
      "Change how long sessions last. Only administrators can change who needs a second factor.",
    ],
  }),
  listUsers: endpoint({
    method: "GET",
    path: "user/users",
    access: "user_manage",
    summary: "List all users.",
    input: empty,
    output: lists({ users: z.array(user) }),
  }),
  createUser: endpoint({
    method: "POST",
    path: "user/users",
    access: "user_manage",
    token: false,
    confirm: true,
    summary: "Create a user.",
    input: userFields.extend({ ...noContainerRules, ...noQuota, password: newPassword }),
    output: z.object({ id }),
  }),
  updateUser: endpoint({
    method: "PUT",
    path: "user/users/{id}",
    access: "user_manage",
    token: false,
    confirm: true,
    summary: "Change a user. Ends the affected sessions.",
    input: userFields.partial().extend({ id }),
    output: empty,
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "user/users/{id}/password",
    access: "user_manage",
    token: false,
    confirm: true,
    summary: "Set another user’s password. Ends that user’s sessions.",
    input: z.object({ id, password: newPassword }),
    output: empty,
  }),
  deleteUser: endpoint({
    method: "DELETE",
    path: "user/users/{id}",
    access: "user_manage",
    token: false,
    confirm: true,
    summary: "Delete a user.",
    input: z.object({ id }),
    output: empty,
  }),
  ...belongings,
  ...grantFolders,
  ...rights,
  listRoles: endpoint({
    method: "GET",
    path: "user/roles",
    access: ["role_manage", "user_manage"],
    summary: "List all roles.",
    input: empty,
    output: lists({ roles: z.array(role) }),
  }),
  createRole: endpoint({
    method: "POST",
    path: "user/roles",
    access: "role_manage",
    token: false,
    confirm: true,
    summary: "Create a role.",
    input: roleFields.extend({ ...noContainerRules, ...noQuota, ...unlimited }),
    output: z.object({ id }),
  }),
  updateRole: endpoint({
    method: "PUT",
    path: "user/roles/{id}",
    access: "role_manage",
    token: false,
    confirm: true,
    summary: "Change a role. Ends the sessions of its users.",
    input: roleFields.partial().extend({ id }),
    output: empty,
  }),
  deleteRole: endpoint({
    method: "DELETE",
    path: "user/roles/{id}",
    access: "role_manage",
    token: false,
    confirm: true,
    summary: "Delete a role that no user has.",
    input: z.object({ id }),
    output: empty,
  }),
};
