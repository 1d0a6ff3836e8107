/** What begins with this Filedeck alone writes: whoever could would say that a volume is theirs. */
const ownLabels = "filedeck.";
/** Of a volume: the id of the user who has made it here. Labels of a volume that is there cannot be changed. */
export const creatorLabel = `${ownLabels}created-by`;
/** Of a container of Filedeck's own: the volume that it has while that is read or filled. */
export const helperLabel = `${ownLabels}volume`;

export const isOwnLabel = (name: string): boolean => name.startsWith(ownLabels);
