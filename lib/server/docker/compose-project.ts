import { isToolLabel } from "@/lib/shared/tool-labels";
import { creatorLabel } from "@/lib/shared/volume-labels";
import { askDocker } from "./ask-docker";

type Labels = Readonly<Record<string, string>> | null | undefined;

export const projectLabel = "com.docker.compose.project";
/** Compose writes it on the containers that it makes, and on no image: the hash of what the file says of the service. */
const proofLabel = "com.docker.compose.config-hash";
/** In place of the hash: no file has it, so that Compose makes the container anew with the next deployment. */
const changedOutsideFile = "changed-outside-the-file";
const mostImages = 2_000;

/** Images never change: which labels that mean something one carries itself is asked once. Null: it cannot be known. */
const carried = new Map<string, Promise<ReadonlySet<string> | null>>();

/**
 * The project of Compose that a container is certainly of; null without. Labels of an image become those of its containers, so that whoever makes an image
 * could put it into any project: what comes from there is no proof. Neither is what a person has made here.
 */
export async function findProject(labels: Labels, imageId: string): Promise<string | null> {
  const project = labels?.[projectLabel];
  if (project === undefined || labels?.[proofLabel] === undefined) return null;
  if (labels[creatorLabel] !== undefined) return null;
  // What cannot be known is no proof.
  return (await labelsOfImage(imageId))?.has(proofLabel) === false ? project : null;
}

/** The names of the labels of an image that mean something to Docker, Compose, or Filedeck; null where that cannot be known, as of one that is gone. */
export function labelsOfImage(imageId: string): Promise<ReadonlySet<string> | null> {
  const known = carried.get(imageId);
  if (known !== undefined) return known;
  const found = askDocker(imageId, async (docker) => {
    const { Config } = await docker.getImage(imageId).inspect();
    return new Set(Object.keys((Config.Labels as Labels) ?? {}).filter(isToolLabel));
  }).catch(() => {
    // It is asked again.
    carried.delete(imageId);
    return null;
  });
  if (carried.size >= mostImages) carried.clear();
  carried.set(imageId, found);
  return found;
}

/** Of what Compose has made and is not as its file says any more. */
export const withoutFile = (labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  labels[projectLabel] === undefined || labels[proofLabel] === undefined
    ? labels
    : { ...labels, [proofLabel]: changedOutsideFile };

export const isChangedOutsideFile = (labels: Labels): boolean => labels?.[proofLabel] === changedOutsideFile;
