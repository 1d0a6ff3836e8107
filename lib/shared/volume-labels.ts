/** What begins with this Filedeck alone writes: whoever could would say that a volume is theirs. */
const ownLabels = "filedeck.";
/** Of a volume: the id of the user who has made it here. Labels of a volume that is there cannot be changed. */
export const creatorLabel = `${ownLabels}created-by`;
/** Beside {@link creatorLabel}: which installation knows that user. */
export const installationLabel = `${ownLabels}installation`;
/** Of a container, beside {@link creatorLabel}: proof that it was made here for them of the very image, which could say the rest of its containers itself. */
export const creatorProofLabel = `${ownLabels}created-by-proof`;
/** Of a network that one build is in: the installation that builds. */
export const buildLabel = `${ownLabels}build`;
/** Of a container of Filedeck's own: the volume that it has while that is read or filled. */
export const helperLabel = `${ownLabels}volume`;
/** Of such a container: the installation and the run that use it. */
export const holderLabel = `${ownLabels}holder`;
/** Of a volume: an id of its own, by which whoever made it knows that it is theirs. */
export const madeLabel = `${ownLabels}made`;
/** Of such a container: the {@link madeLabel} of a volume that is being made, and nothing that anybody would want before that is done. */
export const unfinishedLabel = `${ownLabels}unfinished`;

export const isOwnLabel = (name: string): boolean => name.startsWith(ownLabels);
