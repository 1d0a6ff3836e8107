/**
 * Where one was in a folder: of every step of the tab's history, so that Back returns to the place and a folder that is
 * opened anew starts at the top. Kept over a reload, gone with the tab.
 */
type Place = { scroll: number; focus: string | null };

const stateKey = "filedeckPlace";
const storageKey = "filedeck.places";
const maxPlaces = 100;

let places: Map<string, Place> | null = null;

function known(): Map<string, Place> {
  places ??= parsePlaces(sessionStorage.getItem(storageKey));
  return places;
}

/** What was stored, as far as it makes sense. */
export function parsePlaces(text: string | null): Map<string, Place> {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    const pairs = (Array.isArray(stored) ? stored : []).filter(isPair);
    return new Map(pairs.map(([id, { scroll, focus }]) => [id, { scroll, focus }]));
  } catch {
    return new Map();
  }
}

function isPair(value: unknown): value is [string, Place] {
  if (!Array.isArray(value)) return false;
  const [id, place]: unknown[] = value;
  if (typeof id !== "string" || typeof place !== "object" || place === null) return false;
  const { scroll, focus } = place as Partial<Place>; // looked at below
  return typeof scroll === "number" && (focus === null || typeof focus === "string");
}

function idOf(state: unknown): string | null {
  const id: unknown = typeof state === "object" && state !== null ? Reflect.get(state, stateKey) : null;
  return typeof id === "string" ? id : null;
}

/** What a new step of the history carries; the same place if it only opens something in the folder. */
export function stateOfStep(isSamePlace: boolean): Record<string, string> {
  const id = isSamePlace ? idOf(history.state) : null;
  return { [stateKey]: id ?? crypto.getRandomValues(new Uint32Array(2)).join("-") };
}

export function rememberedPlace(): Place | null {
  if (typeof history === "undefined") return null;
  const id = idOf(history.state);
  return id === null ? null : (known().get(id) ?? null);
}

export function rememberPlace(change: Partial<Place>): void {
  let id = idOf(history.state);
  if (id === null) {
    // A link of the frame brought us here. Without an address Next's router leaves it alone.
    const step = stateOfStep(false);
    history.replaceState({ ...history.state, ...step }, "");
    id = step[stateKey] ?? "";
  }
  const all = known();
  const place = { scroll: 0, focus: null, ...all.get(id), ...change };
  all.delete(id);
  all.set(id, place);
  const [oldest] = all.keys();
  if (all.size > maxPlaces && oldest !== undefined) all.delete(oldest);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...all]));
  } catch {
    // Full or forbidden storage: then it lasts until the reload.
  }
}
