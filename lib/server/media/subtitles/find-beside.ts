import { isAppError } from "@/lib/shared/errors";
import { extensionOf } from "@/lib/shared/extension-of";
import { joinVirtualPath, nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { limits } from "@/lib/server/base/limits";
import { listingTurns } from "@/lib/server/base/listing-turns";
import type { MediaAsking } from "@/lib/server/media/with-media";
import { subtitleFormats } from "./get-subtitles";

const { beside } = limits.media;

/** A file of subtitles; `label`: what its name says more than the film’s (`en`, `de.forced`), or its kind. */
type Beside = { path: VirtualPath; label: string };

/** The files of subtitles beside a film that begin with its name; none where its folder may not be listed. */
export async function findBeside({ storage, path, holder, signal }: MediaAsking): Promise<Beside[]> {
  const folder = parentOf(path);
  const film = nameOf(path);
  const base = `${film.slice(0, Math.max(0, film.lastIndexOf("."))) || film}.`;
  if (folder === null) return [];
  const found: Beside[] = [];
  const leave = await listingTurns(holder, signal);
  try {
    let seen = 0;
    for await (const entries of storage.list(folder, signal, { most: beside.names })) {
      for (const { name, kind } of entries) {
        if (kind === "folder" || kind === "special" || !name.startsWith(base)) continue;
        const extension = extensionOf(name);
        if (!subtitleFormats.has(extension)) continue;
        const more = name.slice(base.length, -extension.length - 1);
        found.push({ path: joinVirtualPath(folder, name), label: more === "" ? extension.toUpperCase() : more });
      }
      seen += entries.length;
      if (seen >= beside.names || found.length >= beside.shown) break;
    }
  } catch (error) {
    if (!isAppError(error) || error.key === "request/cancelled") throw error;
  } finally {
    leave();
  }
  return found.toSorted((one, other) => (one.label < other.label ? -1 : 1)).slice(0, beside.shown);
}
