import { posix } from "node:path";
import type { Db } from "@/lib/server/db/open-db";
import { aliasesOf } from "@/lib/server/machine/alias-places";
import { parseMounts } from "@/lib/server/machine/parse-mounts";
import { textOf } from "@/lib/server/machine/text-file";
import { hostFiles } from "@/lib/server/process/account-files";
import { isFromContainer } from "@/lib/server/process/on-host";
import { wayTo } from "@/lib/server/process/way-to";
import { hasOtherWriter } from "./has-other-writer";

/**
 * Whether anybody but administrators could by Filedeck put something else at a host path, or in the place of a folder or link on the way to it: through whatever place
 * a mount shows it at. Asked before each use, as folders are granted later, too. `isOfHost`: of the machine that this container is on, where it may enter that.
 */
export async function isChangeableByOthers(db: Db, path: string, { isOfHost = false } = {}): Promise<boolean> {
  const isOutside = isOfHost && (await isFromContainer());
  const [seen, own] = await Promise.all(
    (isOutside ? ["self", "1"] : ["self", "self"]).map(async (of) =>
      parseMounts((await textOf(`/proc/${of}/mountinfo`)) ?? ""),
    ),
  );
  const places = isOutside ? await outsidePlaces(path) : await placesOf(path);
  const reached = places.flatMap((place) => aliasesOf(place, { own: own ?? [], seen: seen ?? [] }));
  return hasOtherWriter(db, reached);
}

/** What is not there yet can be put there. */
async function placesOf(path: string): Promise<string[]> {
  return (await wayTo(path))?.map(({ place }) => place) ?? withAncestors(path);
}

async function outsidePlaces(path: string): Promise<string[]> {
  return [...new Set([path, ...(await hostFiles.realPaths([path]))].flatMap(withAncestors))];
}

function withAncestors(path: string): string[] {
  const names = posix
    .normalize(path)
    .split("/")
    .filter((name) => name !== "");
  return names.map((_, index) => `/${names.slice(0, index + 1).join("/")}`);
}
