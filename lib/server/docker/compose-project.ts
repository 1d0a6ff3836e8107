import { creatorLabel } from "@/lib/shared/volume-labels";
import { askDocker } from "./ask-docker";

type Labels = Readonly<Record<string, string>> | null | undefined;

const projectLabel = "com.docker.compose.project";
/** Compose writes it on the containers that it makes, and on no image. */
const proofLabel = "com.docker.compose.config-hash";
const mostImages = 2_000;

/** Images never change: whether one carries the proof itself is asked once. */
const carriesProof = new Map<string, Promise<boolean>>();

/**
 * The project of Compose that a container is certainly of; null without. Labels of an image become those of its containers, so that whoever makes an image
 * could put it into any project: what comes from there is no proof. Neither is what a person has made here.
 */
export async function findProject(labels: Labels, imageId: string): Promise<string | null> {
  const project = labels?.[projectLabel];
  if (project === undefined || labels?.[proofLabel] === undefined) return null;
  if (labels[creatorLabel] !== undefined) return null;
  return (await isProofOfImage(imageId)) ? null : project;
}

function isProofOfImage(imageId: string): Promise<boolean> {
  const known = carriesProof.get(imageId);
  if (known !== undefined) return known;
  const found = askDocker(imageId, async (docker) => {
    const { Config } = await docker.getImage(imageId).inspect();
    return proofLabel in ((Config.Labels as Labels) ?? {});
  }).catch(() => {
    // What cannot be known is no proof, and is asked again.
    carriesProof.delete(imageId);
    return true;
  });
  if (carriesProof.size >= mostImages) carriesProof.clear();
  carriesProof.set(imageId, found);
  return found;
}
