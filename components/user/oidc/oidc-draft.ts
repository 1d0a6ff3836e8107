import { oidcInput, type OidcSetting } from "@/lib/contracts/oidc-rules";

/** What is being entered; `secret` null: the one that is kept. */
export type OidcDraft = OidcSetting & { secret: string | null };
export type OidcProblem = "empty" | "issuer" | "https" | "openid";
export type OidcProblems = Partial<Record<keyof OidcDraft, OidcProblem>>;
export type OidcFields = {
  value: OidcDraft;
  problems: OidcProblems;
  onChange: (change: Partial<OidcDraft>) => void;
};

const needed = ["name", "issuer", "client_id", "username_claim"] as const;

/** What is wrong, by field. */
export function findProblems(draft: OidcDraft): OidcProblems {
  const problems: OidcProblems = {};
  if (!draft.enabled) return problems;
  for (const field of needed) if (draft[field].trim() === "") problems[field] = "empty";
  const bad = new Set(oidcInput.safeParse(trimmed(draft)).error?.issues.map(({ path }) => path[0]));
  if (bad.has("scopes")) problems.scopes = "openid";
  const isPlain = draft.issuer.trim().startsWith("http:");
  if (isPlain && !draft.allow_private) problems.issuer ??= "https";
  if (bad.has("issuer")) problems.issuer ??= "issuer";
  return problems;
}

/** As it is sent: without lines that were added and left empty. */
export function trimmed(draft: OidcDraft): OidcDraft {
  return { ...draft, group_roles: draft.group_roles.filter(({ group }) => group.trim() !== "") };
}
