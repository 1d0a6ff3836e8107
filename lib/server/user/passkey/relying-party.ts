import type { RequestOrigin } from "@/lib/server/runtime/ctx";
import { getApp } from "@/lib/server/runtime/app";

/** For whom passkeys are made: browsers show the name, and bind them to the host name. */
export type RelyingParty = { id: string; origin: string };

/** As browsers know this server: by the configured public address, else as the request came. */
export function relyingPartyOf({ host, secure }: Pick<RequestOrigin, "host" | "secure">): RelyingParty {
  const { publicUrl } = getApp().env;
  const address = `${secure ? "https" : "http"}://${host}`;
  const url = publicUrl ?? (URL.canParse(address) ? new URL(address) : null);
  return { id: url?.hostname ?? "", origin: url?.origin ?? "" };
}
