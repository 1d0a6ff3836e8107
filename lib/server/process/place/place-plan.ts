/** What a place can be that nothing is done at. */
export type PlaceFailure = "disk/place-link" | "disk/not-folder" | "disk/not-empty" | "disk/in-use";
export const placeFailures: readonly PlaceFailure[] = [
  "disk/place-link",
  "disk/not-folder",
  "disk/not-empty",
  "disk/in-use",
];

/** How the launcher ends with one of them, which is all that it says then. */
export const placeFailure = 125;

/** Stands in the arguments for the place; no argument of anything else holds a NUL. */
export const placeSlot = "\0place";
