import { kindOfPlace, type Asker, type Places } from "./adapter";
import { localPlaces } from "./local/local-places";
import { withRealPlaces } from "./policy";

const known = new Map<string, Places>([["local", localPlaces]]);

/** Makes the places of an adapter known by its kind. */
export function addPlaces(kind: string, places: Places): void {
  known.set(kind, places);
}

/** Whoever keeps the place; null for an id of a kind that is not there, or of none. */
function keeperOf(place: string): Places | null {
  return known.get(kindOfPlace(place)) ?? null;
}

export async function realPlace(place: string, asker: Asker | null = null): Promise<string> {
  return (await keeperOf(place)?.real(place, asker)) ?? place;
}

/** The place as given and, where links lead elsewhere, as it really is: for lists that only take away. */
export function withRealPlace(place: string, asker: Asker | null): Promise<string[]> {
  return withRealPlaces([place], (one) => realPlace(one, asker));
}

export async function isThere(place: string, asker: Asker | null = null): Promise<boolean> {
  return (await keeperOf(place)?.isThere(place, asker)) ?? false;
}

/** Of a kind that is not there now: not gone, to be asked again. */
export async function sweepPart(place: string): Promise<boolean> {
  return (await keeperOf(place)?.sweepPart(place)) ?? false;
}
