import { noGrants } from "@/components/user/grants/grants";
import { invitationUses } from "@/lib/contracts/invitations";
import { username as usernameSchema } from "@/lib/contracts/user";
import type { NewInvitation } from "./use-invitations";

/** The working copy of a new link; `username` empty: its owner chooses. `uses` NaN while nothing is typed. */
export const emptyDraft = { note: "", username: "", role_id: null as string | null, days: 7, uses: 1, ...noGrants };
export type InvitationDraft = typeof emptyDraft;

export function isGoodUsername({ username }: Pick<InvitationDraft, "username">): boolean {
  return username === "" || usernameSchema.safeParse(username).success;
}

export function isGoodDraft(draft: InvitationDraft): boolean {
  return isGoodUsername(draft) && (draft.username !== "" || invitationUses.safeParse(draft.uses).success);
}

/** As it is sent: a link for one name makes one account. */
export function toInvitation({ username, uses, ...draft }: InvitationDraft): NewInvitation {
  return username === "" ? { ...draft, username: null, uses } : { ...draft, username, uses: 1 };
}
