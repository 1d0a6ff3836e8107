import type Docker from "dockerode";
import { AppError } from "@/lib/shared/errors";
import { isPlainLabel, isToolLabel } from "@/lib/shared/tool-labels";
import { creatorLabel, creatorProofLabel, installationLabel } from "@/lib/shared/volume-labels";
import { anonymousVolumesOf } from "@/lib/server/docker/anonymous-volumes";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { createdBy, creatorProof } from "@/lib/server/docker/created-by";
import { assertFewVolumes } from "@/lib/server/docker/few-volumes";
import type { Actor } from "@/lib/server/runtime/ctx";
import { findImage } from "./own-image";

type Labels = Readonly<Record<string, string>>;

type Wanted = {
  name: string;
  labels: Labels;
  /** By name or id: what it says of itself its containers say as well. */
  image: string;
  /** The container that it is made instead of, and whether it stays whose it is: then it says no more than they may have it say, whoever makes it. */
  instead?: { inspected: Docker.ContainerInspectInfo; staysTheirs: boolean };
};

/** `imageId`: of the image that was looked at; null: it may be any. */
type Given = { labels: Labels; imageId: string | null };

/**
 * The labels of a container that somebody makes. Throws docker/tool-label where somebody without an administrator's rights would give it one by which programs
 * of this machine are told what to do: Docker, Compose, and Filedeck, or a proxy or a scheduler that looks at all containers. Of what their image says, labels that programs
 * may act on are emptied. One that is made anew keeps those that it has.
 */
export async function labelsFor(actor: Actor, { name, labels, image, instead }: Wanted): Promise<Given> {
  const had = (instead?.inspected.Config.Labels as Labels | null | undefined) ?? {};
  const theirs = [creatorLabel, installationLabel].flatMap((label) => (had[label] ? [[label, had[label]]] : []));
  const people = Object.fromEntries(theirs) as Labels; // pairs of a label and its value
  if (actor.isRoot && instead?.staysTheirs !== true) {
    const { [creatorLabel]: _creator, [creatorProofLabel]: _proof, [installationLabel]: _by, ...asked } = labels;
    return { labels: instead === undefined ? labels : asked, imageId: null };
  }
  const found = await findImage(image);
  if (found === null) throw new AppError("docker/no-image", { name: image });
  const ofImage = (found.config.Labels as Labels | null | undefined) ?? {};
  const isKept = ([label, value]: [string, string]) => had[label] === value || value === "" || isPlainLabel(label);
  const refused =
    Object.entries(ofImage).find(([label, value]) => isToolLabel(label) && had[label] !== value) ??
    Object.entries(labels).find((one) => !isKept(one) || (isToolLabel(one[0]) && had[one[0]] !== one[1]));
  if (refused !== undefined) throw new AppError("docker/tool-label", { name, text: refused[0] });
  const made = instead === undefined ? createdBy(actor) : people;
  const emptied = Object.keys(ofImage).filter((label) => !isPlainLabel(label) && !isToolLabel(label));
  return {
    labels: {
      ...Object.fromEntries(emptied.map((label) => [label, ""])),
      ...labels,
      ...made,
      ...creatorProof(made, found.id),
    },
    imageId: found.id,
  };
}

/** Bytes of what Docker tells of a container: whenever all are listed, and when it is asked about each, as it is of those that have just started. A hundred of each person's may be read at once. */
const most = { listed: 32 * 1024, inspected: 192 * 1024 };
/** One that is made anew tells a little more of itself: other ids, and who has made it. */
const slackBytes = 4 * 1024;

function bytesOf(inspected: Docker.ContainerInspectInfo) {
  const { Path, Args, Mounts, Config } = inspected;
  // Of what its image exposes, lists have a line for each port.
  const listed = [Path, Args, Mounts, Config.Labels, Config.ExposedPorts];
  return {
    listed: Buffer.byteLength(JSON.stringify(listed)),
    inspected: Buffer.byteLength(JSON.stringify(inspected)),
  };
}

/**
 * Throws docker/other-image where the image's name has become another one's since its labels were looked at, docker/listed-size where the container has more to tell than others
 * can bear, by itself or by its image, and what assertFewVolumes throws. `made`: not started yet. `old`: the one that it is made instead of, which may have told as much.
 */
export async function assertMade(
  actor: Actor,
  made: Docker.Container,
  { name, imageId, old = null }: { name: string; old?: Docker.ContainerInspectInfo | null } & Pick<Given, "imageId">,
): Promise<void> {
  if (imageId === null) return;
  const inspected = await askDocker(name, (_docker, abortSignal) => made.inspect({ abortSignal }));
  if (inspected.Image !== imageId) throw new AppError("docker/other-image", { name });
  const [now, before] = [bytesOf(inspected), old === null ? { listed: 0, inspected: 0 } : bytesOf(old)];
  const isMore = (what: keyof typeof most) => now[what] > most[what] && now[what] > before[what] + slackBytes;
  if (isMore("listed") || isMore("inspected")) throw new AppError("docker/listed-size", { name });
  // An image may have Docker make any number of them, which stay when the container goes.
  const had = new Set(old === null ? [] : anonymousVolumesOf(old));
  if (anonymousVolumesOf(inspected).some((volume) => !had.has(volume))) await assertFewVolumes(actor, 0);
}
