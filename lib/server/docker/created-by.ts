import { creatorLabel } from "@/lib/shared/volume-labels";
import type { Actor } from "@/lib/server/runtime/ctx";

type Maker = Pick<Actor, "userId" | "tokenId">;

/** Who made something, as its label says it: an administrator's token may less than they may, and does not stand for them. */
export const creatorOf = ({ userId, tokenId }: Maker): string =>
  tokenId === null ? (userId ?? "") : `${userId ?? ""}/${tokenId}`;

/** The label of what somebody makes; none for visitors. */
export const createdBy = (actor: Maker): Readonly<Record<string, string>> =>
  actor.userId === null ? {} : { [creatorLabel]: creatorOf(actor) };

/** Whether somebody made it, themselves or by a token of theirs. */
export function isCreator({ userId }: Maker, labels: Readonly<Record<string, string>> | null | undefined): boolean {
  const label = labels?.[creatorLabel];
  return userId !== null && label !== undefined && (label === userId || label.startsWith(`${userId}/`));
}
