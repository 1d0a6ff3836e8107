import { joinPlace } from "@/lib/server/storage/scope";
import type { MadeEntry } from "@/lib/server/storage/storage";

/** More than this cannot be undone in one go. */
const maxPaths = 10_000;

type Folder = { real: string };

export type CopyNotes = {
  /** A folder below another that is known; `made`: by the copy. */
  enter(parent: Folder, folder: Folder & { name: string; made: object | null }): void;
  note(folder: Folder, name: string): void;
  /** One that was entered is not there any more. */
  takeBack(folder: Folder): void;
  /** Null when there were too many. */
  made(): readonly MadeEntry[] | null;
};

/** Notes what a copy made, so that it can be undone; a folder that it made stands for what is in it. `into` is at `toFolder`. */
export function noteCopies(into: Folder, toFolder: string): CopyNotes {
  const known = new WeakMap<Folder, { path: string; isMade: boolean }>([[into, { path: toFolder, isMade: false }]]);
  const made: MadeEntry[] = [];
  let isTooMany = false;

  function note(folder: Folder, name: string): string {
    const { path, isMade } = known.get(folder) ?? { path: toFolder, isMade: false };
    if (!isMade && made.length >= maxPaths) isTooMany = true;
    else if (!isMade) made.push({ path: `${path}/${name}`, place: joinPlace(folder.real, name) });
    return `${path}/${name}`;
  }

  return {
    note,
    enter(parent, folder) {
      const isMade = folder.made !== null || known.get(parent)?.isMade === true;
      const above = known.get(parent) ?? { path: toFolder, isMade: false };
      const path = folder.made !== null ? note(parent, folder.name) : `${above.path}/${folder.name}`;
      known.set(folder, { path, isMade });
    },
    takeBack(folder) {
      const path = known.get(folder)?.path;
      const at = made.findLastIndex((one) => one.path === path);
      if (at >= 0) made.splice(at, 1);
    },
    made: () => (isTooMany ? null : made),
  };
}
