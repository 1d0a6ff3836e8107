import { nameByteLength, nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { createWorkBeside } from "@/lib/server/base/work-beside";

/** What a free name is cut to begins like the name that was taken. */
const [longBytes, beginning] = [200, 40];

/**
 * The same for all names that may be one to some disk (case, composed letters), or that one gets where another is taken (`a (2).txt`). Different ones may have the
 * same, too.
 */
export function familyOf(name: string): string {
  const plain = name
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll(/ \(\d+\)/g, "")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFC");
  return nameByteLength(name) > longBytes ? plain.slice(0, beginning) : plain;
}

/**
 * Writing beside the reading of what comes next, several at a time; what may be about the same name is done in the order in which it came, so that the last one
 * wins, and numbers follow the order. `folderOf`: the same for two paths of one folder.
 */
export function createWorkInOrder(
  maxParallel: number,
  folderOf: (folder: VirtualPath) => string | Promise<string> = (folder) => folder,
) {
  const beside = createWorkBeside(maxParallel);
  const busy = new Set<string>();

  async function keyOf(path: VirtualPath): Promise<string> {
    const folder = parentOf(path);
    return `${folder === null ? "" : familyOf(await folderOf(folder))}/${familyOf(nameOf(path))}`;
  }

  return {
    /** Begins it when nothing of its name is at work, and waits until there is room for another. */
    async add(path: VirtualPath, work: () => Promise<void>): Promise<void> {
      const key = await keyOf(path);
      if (busy.has(key)) await beside.all();
      busy.add(key);
      await beside.add(() => work().finally(() => busy.delete(key)));
    },
    /** Resolves when nothing of its name is at work: for what is done before anything else is added. */
    async until(path: VirtualPath): Promise<void> {
      if (busy.has(await keyOf(path))) await beside.all();
    },
    all: () => beside.all(),
    assertNoneFailed: () => beside.assertNoneFailed(),
  };
}
