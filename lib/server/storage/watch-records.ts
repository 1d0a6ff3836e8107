import type { ReplacedTrash } from "./trash-storage";

/** Tells whether something was kept: its record is made before it is. */
export function watchRecords(trash: ReplacedTrash): { trash: ReplacedTrash; isKept: () => boolean } {
  let isKept = false;
  const record: ReplacedTrash["record"] = async (one) => {
    await trash.record(one);
    isKept = true;
  };
  return { trash: { ...trash, record }, isKept: () => isKept };
}
