/** More than this cannot be undone in one go. */
const maxPaths = 10_000;

type Folder = object;

export type CopyNotes = {
  /** A folder below another that is known; `made`: by the copy. */
  enter(parent: Folder, folder: Folder & { name: string; made: object | null }): void;
  note(folder: Folder, name: string): void;
  /** One that was entered is not there any more. */
  takeBack(folder: Folder): void;
  /** Null when there were too many. */
  paths(): readonly string[] | null;
};

/** Notes what a copy made, so that it can be undone; a folder that it made stands for what is in it. `into` is at `toFolder`. */
export function noteCopies(into: Folder, toFolder: string): CopyNotes {
  const known = new WeakMap<Folder, { path: string; isMade: boolean }>([[into, { path: toFolder, isMade: false }]]);
  const paths: string[] = [];
  let isTooMany = false;

  function note(folder: Folder, name: string): string {
    const { path, isMade } = known.get(folder) ?? { path: toFolder, isMade: false };
    if (!isMade && paths.length >= maxPaths) isTooMany = true;
    else if (!isMade) paths.push(`${path}/${name}`);
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
      const at = paths.lastIndexOf(known.get(folder)?.path ?? "");
      if (at >= 0) paths.splice(at, 1);
    },
    paths: () => (isTooMany ? null : paths),
  };
}
