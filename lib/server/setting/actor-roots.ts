import { createHash } from "node:crypto";
import path from "node:path";
import { isWithin } from "@/lib/shared/paths";
import type { Actor } from "@/lib/server/runtime/ctx";
import type { RootSetting } from "@/lib/server/base/env";
import { fileEndpointNames } from "@/lib/server/base/own-addresses";
import { kindOfPlace } from "@/lib/server/storage/adapter";
import { accessOf } from "@/lib/server/storage/scope";
import type { Root } from "@/lib/server/storage/storage";

/** One on another machine, or in a container. `word`: what its id is made of, where that is not the note. */
type ElsewhereRoot = RootSetting & { word?: string };

/**
 * The places that an actor sees: the configured roots as far as the scopes reach into them, without scopes also the whole system,
 * for others the granted folders outside every configured root, and at the end those that are `elsewhere`, with what is granted on their volumes
 * beside them.
 */
export function actorRoots(
  configured: readonly RootSetting[],
  { scopes }: Pick<Actor, "scopes">,
  elsewhere: readonly ElsewhereRoot[] = [],
): Root[] {
  const wanted: ElsewhereRoot[] = [...configured];
  if (scopes === null && !wanted.some(({ hostPath }) => hostPath === "/"))
    wanted.push({ hostPath: "/", note: "System" });
  const granted = (scopes ?? []).flatMap(({ accessDirs, readOnlyDirs }) => [...accessDirs, ...readOnlyDirs]);
  const others = [...elsewhere];
  for (const hostPath of granted) {
    const isHere = kindOfPlace(hostPath) === "local";
    const [among, host] = isHere
      ? [wanted, null]
      : [others, elsewhere.find((root) => isBeside(hostPath, root.hostPath))];
    // A host that the actor does not have; and all of one is seen from where its files begin.
    if (host === undefined || (!isHere && !hostPath.includes("/"))) continue;
    // What others lists say of this machine is only a way there.
    if (hostPath === "/" && accessOf("/", scopes) === "ancestor") continue;
    if (among.some((root) => isWithin(hostPath, root.hostPath))) continue;
    const name = path.basename(hostPath) || "/";
    among.push({ hostPath, note: host === null ? name : `${name} (${host.note})` });
  }
  const ids = new Set<string>();
  return [...wanted, ...others].flatMap((root) => {
    const access = accessOf(root.hostPath, scopes);
    if (access === "none") return [];
    // A place above the granted folders can be written to where those are: the scopes say where.
    return [{ id: toId(root, ids), note: root.note, place: root.hostPath, writable: access !== "read" }];
  });
}

function isBeside(place: string, other: string): boolean {
  return isWithin(place, other.split("/")[0] ?? other);
}

/** A short stable word for URLs, made of the note; of the path's hash where that gives none or is taken. */
function toId({ note, hostPath, word: given = note }: ElsewhereRoot, ids: Set<string>): string {
  const word = given
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 32);
  const id =
    word === "" || ids.has(word) || fileEndpointNames.has(word)
      ? `root-${createHash("sha256").update(hostPath).digest("hex").slice(0, 8)}`
      : word;
  ids.add(id);
  return id;
}
