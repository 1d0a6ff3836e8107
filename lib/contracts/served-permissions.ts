import type { Permission } from "@/lib/shared/permissions";
import { derivedPermissions, permissionNames } from "@/lib/shared/permissions";
import { channels, contracts } from "./all";
import type { Channel } from "./channel";
import { davMethods } from "./dav";
import type { Access, Endpoint } from "./endpoint";

/** Asked for inside of services and not by any endpoint's access; a test holds that they are. */
const askedOfTokens = ["lan_access"] as const satisfies readonly Permission[];
export const askedInside = [
  ...askedOfTokens,
  "shell_cmd_check",
  "net_site_tag_update",
] as const satisfies readonly Permission[];

function permissionsOf(access: Access): readonly Permission[] {
  if (access === "public" || access === "session" || access === "any-session") return [];
  return typeof access === "string" ? [access] : access;
}

const endpoints: Endpoint[] = Object.values(contracts).flatMap((contract) => Object.values<Endpoint>(contract));
const opened: Channel[] = Object.values(channels).flatMap((ofGroup) => Object.values<Channel>(ofGroup));
const served = new Set<Permission>([
  ...[...endpoints, ...opened].flatMap(({ access }) => permissionsOf(access)),
  ...Object.values(davMethods).flatMap(({ access }) => permissionsOf(access)),
  ...askedInside,
]);

/** The permissions that steer something now, in the order in which people grant them; the others are names for what is to come, or come with something else. */
export const servedPermissions: readonly Permission[] = permissionNames.filter(
  (name) => served.has(name) && !derivedPermissions.includes(name),
);

const byToken = new Set<Permission>([
  ...endpoints.filter(({ token }) => token).flatMap(({ access }) => permissionsOf(access)),
  ...askedOfTokens,
]);

/** Those that an API token can use. */
export const tokenPermissions: readonly Permission[] = permissionNames.filter((name) => byToken.has(name));
