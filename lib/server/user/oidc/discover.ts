import type { Configuration } from "openid-client";
import type { StoredOidc } from "@/lib/contracts/oidc-rules";
import { AppError, isAppError } from "@/lib/shared/errors";
import { providerFetch } from "./provider-fetch";

const clockToleranceSeconds = 60;
const timeoutSeconds = 15;

/** What is known of a provider, from itself (OpenID Connect Discovery 1.0). Throws user/oidc-issuer and failures of `outbound`. */
export async function discover(setting: StoredOidc, secret: string): Promise<Configuration> {
  const client = await import("openid-client");
  const { issuer, client_id: clientId, allow_private: lan } = setting;
  const fetch = providerFetch({ lan });
  const isPlain = new URL(issuer).protocol === "http:";
  const found = await client
    .discovery(new URL(issuer), clientId, undefined, client.None(), {
      [client.customFetch]: fetch,
      timeout: timeoutSeconds,
      execute: isPlain ? [client.allowInsecureRequests] : [],
    })
    .catch((error: unknown) => {
      throw findOutbound(error) ?? new AppError("user/oidc-issuer", {}, { cause: error });
    });
  const metadata = found.serverMetadata();
  const config = new client.Configuration(
    metadata,
    clientId,
    { [client.clockTolerance]: clockToleranceSeconds },
    authenticationOf(client, { secret, methods: metadata.token_endpoint_auth_methods_supported }),
  );
  config[client.customFetch] = fetch;
  config.timeout = timeoutSeconds;
  if (isPlain) client.allowInsecureRequests(config);
  // The signature as well, not only the connection that the token came by.
  client.enableNonRepudiationChecks(config);
  return config;
}

type Authentication = { secret: string; methods: readonly string[] | undefined };

/** By a header, as it is unless a provider says otherwise (OpenID Connect Discovery 1.0 §3). */
function authenticationOf(client: typeof import("openid-client"), { secret, methods }: Authentication) {
  if (secret === "") return client.None();
  const isBasic = methods === undefined || methods.includes("client_secret_basic");
  return isBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret);
}

/** What kept this server from reaching the provider, where that was it. */
export function findOutbound(error: unknown): AppError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (isAppError(cause) && cause.key.startsWith("outbound/")) return cause;
  return null;
}
