import type { Configuration } from "openid-client";
import type { StoredOidc } from "@/lib/contracts/oidc-rules";
import { AppError } from "@/lib/shared/errors";
import { discover } from "./discover";
import { oidcSetting, readSecret } from "./oidc-setting";

type Provider = { setting: StoredOidc; config: Configuration };
type Held = { setting: StoredOidc; found: Promise<Configuration>; untilMs: number };

const goodMs = 60 * 60_000;
/** A provider that is away is not asked again by everybody who comes meanwhile. */
const failedMs = 5_000;

let held: Held | null = null;

/** The provider as set up now, asked about itself once an hour. Throws auth/oidc-off and auth/oidc-away. */
export async function findProvider(nowMs = Date.now()): Promise<Provider> {
  const setting = oidcSetting.get();
  if (!setting.enabled) throw new AppError("auth/oidc-off");
  if (held === null || held.setting !== setting || held.untilMs <= nowMs) {
    const fresh: Held = { setting, found: discover(setting, readSecret(setting)), untilMs: nowMs + goodMs };
    fresh.found.catch(() => {
      fresh.untilMs = Date.now() + failedMs;
    });
    held = fresh;
  }
  const config = await held.found.catch((error: unknown) => {
    throw new AppError("auth/oidc-away", { name: setting.name }, { cause: error });
  });
  return { setting, config };
}
