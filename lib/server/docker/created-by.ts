import { creatorLabel, creatorProofLabel, installationLabel } from "@/lib/shared/volume-labels";
import { isSame, sign } from "@/lib/server/base/keys";
import { getApp } from "@/lib/server/runtime/app";
import { isAdministratorsToken, type Actor } from "@/lib/server/runtime/ctx";
import { labelsOfImage } from "./compose-project";

type Labels = Readonly<Record<string, string>> | null | undefined;
type Maker = Pick<Actor, "isRoot" | "userId" | "tokenId" | "scopes">;

/** The label of what somebody makes; none for administrators, to all of whom it belongs, and for visitors. */
export function createdBy({ isRoot, userId, tokenId }: Maker): Readonly<Record<string, string>> {
  if (isRoot || userId === null) return {};
  return {
    [creatorLabel]: tokenId === null ? userId : `${userId}/${tokenId}`,
    [installationLabel]: getApp().keys.installation,
  };
}

/**
 * Whether they created the volume or network, themselves or by a token of theirs. An administrator's token may less than they may: what is its own it has made
 * itself.
 */
export const isCreator = (actor: Maker, labels: Labels): boolean => isCalled(actor, labels?.[creatorLabel] ?? null);

/** Whether the label means them. */
export function isCalled(actor: Maker, label: string | null): boolean {
  if (actor.userId === null || label === null) return false;
  if (isAdministratorsToken(actor)) return label === createdBy(actor)[creatorLabel];
  return label === actor.userId || label.startsWith(`${actor.userId}/`);
}

/** Whether they may change and delete such a volume or network, with the permission. */
export const mayChange = (actor: Maker, labels: Labels): boolean => actor.isRoot || isCreator(actor, labels);

/** What a container has beside the labels of who has made it: no image can say it of its containers, as its id depends on what it says. */
export function creatorProof(made: Labels, imageId: string): Readonly<Record<string, string>> {
  const creator = made?.[creatorLabel];
  return creator === undefined ? {} : { [creatorProofLabel]: proofOf(creator, imageId) };
}

const proofOf = (creator: string, imageId: string) => sign(getApp().keys.creator, `${creator}\n${imageId}`);

type Made = { labels: Labels; imageId: string };

/**
 * The label of who has made the container, whose image may say anything of it; null where nobody certainly has without an administrator's rights. Undefined: it cannot be known, for it has no
 * proof, as one of before, and its image is gone.
 */
export async function creatorOf({ labels, imageId }: Made): Promise<string | null | undefined> {
  const creator = labels?.[creatorLabel];
  if (creator === undefined) return null;
  const proof = labels?.[creatorProofLabel];
  if (proof !== undefined) return isSame(proof, proofOf(creator, imageId)) ? creator : null;
  const ofImage = await labelsOfImage(imageId);
  if (ofImage === null) return undefined;
  return ofImage.has(creatorLabel) ? null : creator;
}

/** Whether they created the container; null: perhaps, which gives them nothing, and takes nothing from them. */
export async function isCreatorsContainer(actor: Maker, made: Made): Promise<boolean | null> {
  if (!isCreator(actor, made.labels)) return false;
  const creator = await creatorOf(made);
  return creator === undefined ? null : isCalled(actor, creator);
}

/** Whether they certainly created the container. */
export const isOwnContainer = async (actor: Maker, made: Made): Promise<boolean> =>
  (await isCreatorsContainer(actor, made)) === true;
