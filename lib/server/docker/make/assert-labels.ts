import type Docker from "dockerode";
import { AppError } from "@/lib/shared/errors";
import { changerLabel, isToolLabel } from "@/lib/shared/tool-labels";
import { creatorLabel } from "@/lib/shared/volume-labels";
import { createdBy, creatorOf } from "@/lib/server/docker/created-by";
import type { Actor } from "@/lib/server/runtime/ctx";
import { hasLostReach } from "./maker";
import { findImage } from "./own-image";

type Labels = Readonly<Record<string, string>>;

type Wanted = {
  name: string;
  labels: Labels;
  /** By name or id: what it says of itself its containers say as well. */
  image: string;
  /** The container that it is made instead of. */
  instead?: Docker.ContainerInspectInfo;
};

/**
 * The labels of a container that somebody makes. Throws docker/tool-label where somebody without an administrator's rights would give it one that Docker, Compose,
 * or Filedeck believe, by hand or by its image: what Compose takes for a container of a stack, it puts the stack's own in place of, with its volumes. One that is
 * made anew keeps those that it has, and says from then on who has done so.
 */
export async function labelsFor(actor: Actor, { name, labels, image, instead }: Wanted): Promise<Labels> {
  const had = (instead?.Config.Labels as Labels | null | undefined) ?? {};
  const people = Object.fromEntries([creatorLabel, changerLabel].flatMap((one) => (had[one] ? [[one, had[one]]] : [])));
  if (actor.isRoot) {
    // Where its maker has lost what it reads it is the administrator's from then on.
    const isLost = instead !== undefined && (await hasLostReach(instead));
    return instead === undefined ? labels : { ...withoutPeople(labels), ...(isLost ? {} : people) };
  }
  const ofImage = ((await findImage(image))?.config.Labels as Labels | null | undefined) ?? {};
  for (const [label, value] of [...Object.entries(ofImage), ...Object.entries(labels)])
    if (isToolLabel(label) && had[label] !== value) throw new AppError("docker/tool-label", { name, text: label });
  if (instead === undefined) return { ...labels, ...createdBy(actor) };
  return { ...labels, ...people, [changerLabel]: creatorOf(actor) };
}

const withoutPeople = ({ [creatorLabel]: _creator, [changerLabel]: _changer, ...labels }: Labels): Labels => labels;
