import { basePath } from "./base-path";
import { queryOf } from "./query-of";
import { allRoutes } from "./all-routes";

export const davSettingQuery = queryOf(allRoutes.dav.getDavSetting, {});
export const appPasswordsKey = ["dav", "passwords"] as const;

/** What programs connect to, as this browser reaches the server. */
export function davAddress(): string {
  return `${window.location.origin}${basePath()}/dav/`;
}
