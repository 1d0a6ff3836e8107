import type { ReplacedTrash } from "./trash-storage";

/** Where what gives way to something else goes. Null: nowhere, it is lost for good; whoever asks for that says why. */
export type Keeping = { replaced: ReplacedTrash | null };

/**
 * Options with a policy for taken names: by those of `Safe` nothing gives way, and with any other the compiler asks what becomes of what does. It was optional once, and
 * forgotten.
 */
export type Replacing<All, Safe> =
  | ({ conflict: Safe } & Partial<Keeping>)
  | ({ conflict: Exclude<All, Safe> } & Keeping);
