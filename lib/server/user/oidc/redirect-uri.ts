import { getApp } from "@/lib/server/runtime/app";
import type { RequestOrigin } from "@/lib/server/runtime/ctx";
import { relyingPartyOf } from "@/lib/server/user/passkey/relying-party";

/** Where the provider sends browsers back to: a page of this server as browsers know it. */
export function redirectUriOf(request: Pick<RequestOrigin, "host" | "secure">): string {
  return `${relyingPartyOf(request).origin}${getApp().env.basePath}/login/oidc`;
}
