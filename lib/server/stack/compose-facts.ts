import { hash } from "node:crypto";
import { isNode, type Document } from "yaml";
import { profilePattern } from "@/lib/shared/stacks";
import { readYaml } from "@/lib/shared/read-yaml";
import { itemsOf, mostPaths, mostServices, partsOf, textOf } from "./compose-nodes";

/** What a Compose file names, as far as it is read without Compose. */
export type ComposeFacts = {
  /** Of the project; null where the file leaves it to Compose. */
  name: string | null;
  services: string[];
  /** Of services that start with a profile alone, by their names. */
  profiles: ReadonlyMap<string, readonly string[]>;
  /** Whether it takes services from other files. */
  includes: boolean;
  /** Paths of this machine, from the folder of the stack where they are not absolute, that containers get, or that images are built of. */
  sources: string[];
  /** What images are built by. */
  dockerfiles: string[];
  /** Names of images that are taken as they are, and what is built; `image`: null where Compose makes a name of the service's. `how`: the hash of what the file says of it. */
  images: string[];
  built: { service: string; image: string | null; how: string }[];
  /** Volumes by their keys; `name`: null where Compose makes one of the key. */
  volumes: { key: string; name: string | null }[];
  networks: { key: string; name: string | null }[];
  /** Those that services are put into by their names alone. */
  namedNetworks: string[];
  /** Containers that it does not make itself, whose volumes, processes, memory, or network its own ones share. */
  joined: string[];
};

const maxPath = 4_096;
const mostProfiles = 20;
/** Docker's own. */
const machineNetworks: ReadonlySet<string> = new Set(["bridge", "default", "host", "none"]);

/** Of one file. Throws for what is no YAML. Runs in a thread: whoever wrote the file decides how long it takes. */
export function factsOf(text: string): ComposeFacts {
  const [document] = readYaml(text) ?? [];
  if (document === undefined || document.errors.length > 0) throw new Error("not YAML");
  const root = partsOf(document, document.contents);
  const services = partsOf(document, root.get("services"));
  const [sources, dockerfiles] = [new Set<string>(), new Set<string>()];
  const add = (found: Set<string>, path: string | null) => {
    if (/^[./]/.test(path ?? "") && path !== null && path.length <= maxPath && found.size < mostPaths) found.add(path);
  };
  const images = new Set<string>();
  const built: ComposeFacts["built"] = [];
  const volumes: ComposeFacts["volumes"] = [];
  const joined = new Set<string>();
  const namedNetworks = new Set<string>();
  const profiles = new Map<string, string[]>();
  for (const [name, service] of services) {
    const parts = partsOf(document, service);
    const image = textOf(document, parts.get("image"));
    if (parts.has("build")) built.push({ service: name, image, how: hashOf(text, parts.get("build")) });
    else if (image !== null) images.add(image);
    for (const said of [
      ...["network_mode", "pid", "ipc"].map((key) => parts.get(key)),
      ...itemsOf(document, parts.get("volumes_from")),
    ]) {
      const [, other] = /^container:([^:]+)/.exec(textOf(document, said) ?? "") ?? [];
      if (other !== undefined && joined.size < mostPaths) joined.add(other);
    }
    const own = itemsOf(document, parts.get("profiles")).map((item) => textOf(document, item) ?? "");
    if (own.length > 0) profiles.set(name, own.filter((one) => profilePattern.test(one)).slice(0, mostProfiles));
    const mode = textOf(document, parts.get("network_mode")) ?? "";
    if (/^[^:]+$/.test(mode) && !machineNetworks.has(mode) && namedNetworks.size < mostPaths) namedNetworks.add(mode);
    for (const volume of itemsOf(document, parts.get("volumes")))
      add(
        sources,
        textOf(document, volume)?.split(":")[0] ?? textOf(document, partsOf(document, volume).get("source")),
      );
    addBuild(document, parts.get("build"), {
      context: (path) => add(sources, path),
      file: (path) => add(dockerfiles, path),
    });
  }
  for (const key of ["secrets", "configs"])
    for (const one of partsOf(document, root.get(key)).values())
      add(sources, textOf(document, partsOf(document, one).get("file")));
  for (const [key, one] of partsOf(document, root.get("volumes"))) {
    volumes.push({ key, name: nameOfPart(document, key, one) });
    add(sources, textOf(document, partsOf(document, partsOf(document, one).get("driver_opts")).get("device")));
  }
  return {
    name: textOf(document, root.get("name")),
    services: [...services.keys()].slice(0, mostServices),
    profiles,
    includes: root.has("include"),
    sources: [...sources],
    dockerfiles: [...dockerfiles],
    images: [...images],
    built,
    volumes,
    networks: [...partsOf(document, root.get("networks"))].map(([key, one]) => ({
      key,
      name: nameOfPart(document, key, one),
    })),
    namedNetworks: [...namedNetworks],
    joined: [...joined],
  };
}

/** Of a volume or a network; null where Compose makes one of the key. */
function nameOfPart(document: Document, key: string, one: unknown): string | null {
  const parts = partsOf(document, one);
  const external = parts.get("external");
  // The old program has it as what makes the volume another's.
  const name = textOf(document, parts.get("name")) ?? textOf(document, partsOf(document, external).get("name"));
  return name ?? (textOf(document, external) === "true" ? key : null);
}

/** Of the text of a part, as it stands there. */
function hashOf(text: string, part: unknown): string {
  const [start, end] = (isNode(part) ? part.range : null) ?? [0, text.length];
  return hash("sha256", text.slice(start, end).trim(), "hex");
}

type Found = { context: (path: string) => void; file: (path: string) => void };

function addBuild(document: Document, build: unknown, { context, file }: Found): void {
  const parts = partsOf(document, build);
  const folder = textOf(document, build) ?? textOf(document, parts.get("context"));
  if (folder === null) return;
  context(folder);
  const named = textOf(document, parts.get("dockerfile")) ?? "Dockerfile";
  file(named.startsWith("/") ? named : `${folder}/${named}`);
  for (const other of partsOf(document, parts.get("additional_contexts")).values())
    context(textOf(document, other) ?? "");
}
