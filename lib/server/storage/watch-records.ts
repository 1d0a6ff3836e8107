import type { VirtualPath } from "@/lib/shared/paths";
import type { ReplacedTrash, TrashStorage } from "./trash-storage";

/** Tells whether something was kept: its record is made before it is. */
export function watchRecords(trash: ReplacedTrash): { trash: ReplacedTrash; isKept: () => boolean } {
  let isKept = false;
  const record: ReplacedTrash["record"] = async (one) => {
    await trash.record(one);
    isKept = true;
  };
  return { trash: { ...trash, record }, isKept: () => isKept };
}

const notDone = new Error("not done");

/** {@link TrashStorage.replacing} for work that may find, with null, that it is not the way: then nothing is kept. */
export async function keepIfDone<T>(
  storage: TrashStorage,
  { path, trash }: { path: VirtualPath; trash: ReplacedTrash },
  work: () => Promise<T | null>,
): Promise<{ arrived: T | null; isKept: boolean }> {
  const watched = watchRecords(trash);
  try {
    const arrived = await storage.replacing(path, watched.trash, async () => {
      const done = await work();
      if (done === null) throw notDone;
      return done;
    });
    return { arrived, isKept: watched.isKept() };
  } catch (error) {
    if (error === notDone) return { arrived: null, isKept: false };
    throw error;
  }
}
