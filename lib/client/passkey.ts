import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { isAppError } from "@/lib/shared/errors";

/**
 * Why passkeys cannot be used on this page: it came without TLS, its address is no name, it is not the one that they are for, or the browser has
 * none. Null where they can.
 */
export type PasskeyObstacle = "insecure" | "address" | "elsewhere" | "unsupported";

/** `origin`: as the server knows itself. */
export function findPasskeyObstacle(origin: string): PasskeyObstacle | null {
  if (!window.isSecureContext) return "insecure";
  // IPv4, and IPv6 in brackets: browsers bind passkeys to names alone (WebAuthn §5.1.2).
  if (/^(?:[\d.]+|\[.*\])$/.test(location.hostname)) return "address";
  if (origin !== location.origin) return "elsewhere";
  return "PublicKeyCredential" in window ? null : "unsupported";
}

/** Has the browser make a passkey by the server's options; what the server wants of its answer. */
export async function makePasskey(options: Record<string, unknown>) {
  const { startRegistration } = await import("@simplewebauthn/browser");
  // Made by the server's side of the same library; the contract says no more than that it is an object.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, rawId, response } = await startRegistration({ optionsJSON });
  return { id, rawId, type: "public-key" as const, response };
}

/** The same for a passkey that is there: has the user choose and use it. */
export async function askForPasskey(options: Record<string, unknown>) {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  // As above.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, rawId, response } = await startAuthentication({ optionsJSON });
  return { id, rawId, type: "public-key" as const, response };
}

export type PasskeyProblem = "given-up" | "known" | "no-lock" | "failed";

/** What went wrong in the browser; null for the server's failures, which have words of their own. */
export function findPasskeyProblem(error: unknown): PasskeyProblem | null {
  if (isAppError(error)) return null;
  const code = error instanceof Error && "code" in error ? error.code : "";
  const { name } = error instanceof Error ? error : { name: "" };
  if (code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED" || name === "InvalidStateError") return "known";
  if (code === "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT" || name === "ConstraintError") return "no-lock";
  // Browsers do not tell a user who closes the question from one who has no passkey here.
  return name === "NotAllowedError" || name === "AbortError" ? "given-up" : "failed";
}
