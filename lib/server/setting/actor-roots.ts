import { createHash } from "node:crypto";
import path from "node:path";
import { isWithin } from "@/lib/shared/paths";
import type { Actor } from "@/lib/server/runtime/ctx";
import type { RootSetting } from "@/lib/server/base/env";
import { fileEndpointNames } from "@/lib/server/base/own-addresses";
import { kindOfPlace } from "@/lib/server/storage/adapter";
import { accessOf } from "@/lib/server/storage/scope";
import type { Root } from "@/lib/server/storage/storage";

/** One on another machine, or in a container. `word`: what its id is made of, where that is not the note. `isOthers`: somebody else has named it, and may do so again. */
type ElsewhereRoot = RootSetting & { word?: string; isOthers?: boolean };

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
    // Half of that name is the host's, and as much its owner's.
    among.push(
      host === null
        ? { hostPath, note: name }
        : { hostPath, note: `${name} (${host.note})`, isOthers: isOfOthers(host) },
    );
  }
  const seen = [...wanted, ...others].filter(({ hostPath }) => accessOf(hostPath, scopes) !== "none");
  const ids = idsOf(seen);
  return seen.map((root) => ({
    id: ids.get(root) ?? "",
    note: root.note,
    place: root.hostPath,
    // A place above the granted folders can be written to where those are: the scopes say where.
    writable: accessOf(root.hostPath, scopes) !== "read",
  }));
}

/**
 * What others have named comes last, and has no word, and no beginning of a hash, that two of them want: else somebody could have what is sent to
 * another place come to theirs.
 */
function idsOf(roots: readonly ElsewhereRoot[]): ReadonlyMap<ElsewhereRoot, string> {
  const [others, own] = [roots.filter(isOfOthers), roots.filter((root) => !isOfOthers(root))];
  const ids = new Map<ElsewhereRoot, string>();
  const given = new Set<string>();
  const give = (root: ElsewhereRoot, id: string) => {
    ids.set(root, id);
    given.add(id);
  };
  for (const root of own)
    give(
      root,
      toId(root, (id) => given.has(id)),
    );
  const wanted = new Map<string, number>();
  for (const id of others.flatMap(possibleIds)) wanted.set(id, (wanted.get(id) ?? 0) + 1);
  for (const root of others)
    give(
      root,
      toId(root, (id) => given.has(id) || wanted.get(id) !== 1),
    );
  return ids;
}

const isOfOthers = ({ isOthers = false }: ElsewhereRoot) => isOthers;

function isBeside(place: string, other: string): boolean {
  return isWithin(place, other.split("/")[0] ?? other);
}

/** A short stable word for URLs: the first that is free, else the whole hash of the path, which no other place has. */
function toId(root: ElsewhereRoot, isTaken: (id: string) => boolean): string {
  const ids = possibleIds(root);
  return ids.find((id) => !isTaken(id)) ?? ids.at(-1) ?? "";
}

/** What only hashes are: a name in this form would be taken for another place's, which can be told from its path. */
const hashForm = /^root-[0-9a-f]{8,}$/;

/** The word made of the note, if it may be one, and the path's hash: as much of it as it takes. */
function possibleIds(root: ElsewhereRoot): string[] {
  const word = wordOf(root);
  const hash = createHash("sha256").update(root.hostPath).digest("hex");
  const hashed = [8, 16, 32, 64].map((length) => `root-${hash.slice(0, length)}`);
  return word === "" || fileEndpointNames.has(word) || hashForm.test(word) ? hashed : [word, ...hashed];
}

const wordOf = ({ note, word = note }: ElsewhereRoot): string =>
  word
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 32);
