import { hash } from "node:crypto";
import { Readable } from "node:stream";
import type Docker from "dockerode";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { readMessages } from "@/lib/server/docker/image/read-messages";
import { findImage } from "@/lib/server/docker/make/own-image";

/** An image without anything in it, made here: nothing is ever started of it, and no registry is asked. */
const name = "filedeck/empty:1";
/** A tar archive of nothing. */
const emptyTar = Buffer.alloc(1024);
const emptyLayer = `sha256:${hash("sha256", emptyTar, "hex")}`;
const importMs = 60_000;

/** The last one that was imported here. */
let imported: string | null = null;

/** The id of an image with nothing in it, and nothing that containers have of it. Whatever else has its name is not it, for anybody could have given that. */
export async function helperImage(): Promise<string> {
  if (imported !== null && (await findImage(imported)) !== null) return imported;
  const found = await askDocker(name, (docker) => docker.getImage(name).inspect(), {
    missing: "docker/no-image",
  }).catch(
    () => null, // one that cannot be asked for is imported, which says why it cannot
  );
  return found !== null && isEmpty(found) ? found.Id : importEmpty();
}

/** Whether an image is one of these, of this installation or another: nothing that anybody put into it, labels neither. */
export async function isHelperImage(id: string): Promise<boolean> {
  return isEmpty(await askDocker(id, (docker) => docker.getImage(id).inspect(), { missing: "docker/no-image" }));
}

function isEmpty({ RootFS, Config }: Docker.ImageInspectInfo): boolean {
  const said = [Config.Volumes, Config.Entrypoint, Config.Cmd, Config.Labels, Config.Env, Config.OnBuild];
  return (
    (RootFS.Layers ?? []).every((layer) => layer === emptyLayer) &&
    said.every((one: unknown) => Object.keys((one as object | null | undefined) ?? {}).length === 0)
  );
}

async function importEmpty(): Promise<string> {
  const [repo, tag] = name.split(":");
  const signal = AbortSignal.timeout(importMs);
  const answer = await askDocker(name, (docker) => docker.importImage(Readable.from([emptyTar]), { repo, tag }));
  let id: string | null = null;
  for await (const { status } of readMessages(answer, signal))
    if (status !== undefined && /^sha256:[0-9a-f]{64}$/.test(status)) id = status;
  // Some say nothing of it: it has the name at this moment.
  imported = id ?? (await askDocker(name, (docker) => docker.getImage(name).inspect())).Id;
  return imported;
}
