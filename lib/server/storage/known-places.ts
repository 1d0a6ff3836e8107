import type { Numbers } from "./policy";

/** A place of a list, or of our own, and another name that what lies there has, since it was moved or because a bind mount shows it twice. */
export type Moved = { from: string; to: string };

/** Told once of each: `to` null when it was not found again. `isOwn`: a trash. `isBack`: it was moved back. */
export type PlaceNews = { place: string; to: string | null; isOwn: boolean; isBack: boolean };

/** What another thread needs to recognise places. */
export type KnownNumbers = { ids: [string, string[]][]; moved: Moved[] };

/** Knows places by what a rename does not change. */
export type KnownPlaces = {
  readonly moved: readonly Moved[];
  /** See {@link Policy.meet}. */
  meet(found: Numbers, realPath: string): boolean;
};

/** The same with the disk in reach. */
export type WatchedPlaces = KnownPlaces & {
  /** Looks whether the places are where they were, notes those that nobody knew, and looks for those that are gone. Other places than absolute paths are passed over. */
  look(places: readonly string[]): Promise<void>;
  /** The same for a trash. */
  lookAtOwn(place: string): Promise<void>;
  /** Recognises what was opened and every folder that it is in. Before its path is judged. */
  meetOpened(fd: number, realPath: string): Promise<void>;
  /** What was at a path was moved to another one by ourselves, also to another disk. */
  follow(from: string, to: string): Promise<void>;
  /** Trashes. */
  own(): string[];
  /** Those of the places that were neither found where they were nor anywhere else. */
  lost(places: readonly string[]): string[];
  /** Forgets places that no list names any more. */
  keepOnly(places: readonly string[]): void;
  numbers(): KnownNumbers;
  /** Before the server ends: writes down what has not been yet. */
  flush(): void;
  /** Until the returned function is called. */
  onNews(listener: (news: PlaceNews) => void): () => void;
};
