import { basePath } from "./base-path";

export const davSettingKey = ["dav", "setting"] as const;
export const appPasswordsKey = ["dav", "passwords"] as const;

/** What programs connect to, as this browser reaches the server. */
export function davAddress(): string {
  return `${window.location.origin}${basePath()}/dav/`;
}
