/**
 * Where one was in a folder: of every step of the tab's history, so that Back returns to the place and a folder that is
 * opened anew starts at the top. Kept over a reload, gone with the tab.
 */
type Place = { scroll: number; focus: string | null };

const stateKey = "filedeckPlace";
const storageKey = "filedeck.places";
const maxPlaces = 100;
const settleMs = 100;

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
  return { [stateKey]: id ?? newPlaceId() };
}

/** The place that a tab was left at and is shown again, until its page is there: its step may come after the page. */
let placeToCome: string | null = null;

/** What the step of a tab that is shown again carries. */
export function stateOfReturn(placeId: string | null): Record<string, string> {
  placeToCome = placeId;
  return placeId === null ? stateOfStep(false) : { [stateKey]: placeId };
}

/** The page is there: gives its step its place, if it has none yet, and what else it is to carry. Answers the place. */
export function settleStep(marks: Record<string, string>): string {
  const placeId = placeToCome ?? idOf(history.state) ?? newPlaceId();
  placeToCome = null;
  const state: unknown = history.state;
  const wanted = { ...marks, [stateKey]: placeId };
  const isMarked = Object.entries(wanted).every(
    ([key, value]) => typeof state === "object" && state !== null && Reflect.get(state, key) === value,
  );
  // Without an address Next's router leaves it alone.
  if (!isMarked) history.replaceState({ ...history.state, ...wanted }, "");
  return placeId;
}

function newPlaceId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join("-");
}

export function rememberedPlace(): Place | null {
  if (typeof history === "undefined") return null;
  const id = placeToCome ?? idOf(history.state);
  return id === null ? null : (known().get(id) ?? null);
}

/** What was chosen and filtered at the places of this visit, for a tab that is shown again. */
const views = new Map<string, unknown>();

/** What the page kept with {@link rememberView}, if it is shown again in its tab. */
export function viewToReturnTo(): unknown {
  return placeToCome === null ? undefined : views.get(placeToCome);
}

export function rememberView(view: unknown): void {
  const id = placeOfStep();
  views.delete(id);
  views.set(id, view);
  const [oldest] = views.keys();
  if (views.size > maxPlaces && oldest !== undefined) views.delete(oldest);
}

/** A link of the frame may have brought us here, without a place. */
function placeOfStep(): string {
  return placeToCome ?? idOf(history.state) ?? settleStep({});
}

export function rememberPlace(change: Partial<Place>): void {
  const id = placeOfStep();
  const all = known();
  const place = { scroll: 0, focus: null, ...all.get(id), ...change };
  all.delete(id);
  all.set(id, place);
  const [oldest] = all.keys();
  if (all.size > maxPlaces && oldest !== undefined) all.delete(oldest);
  if (storing === undefined) addEventListener("pagehide", store, { once: true });
  else clearTimeout(storing);
  storing = setTimeout(store, settleMs);
}

let storing: ReturnType<typeof setTimeout> | undefined;

/** When nothing changes any more, as scrolling tells of every frame; a page that ends stores at once. */
function store(): void {
  removeEventListener("pagehide", store);
  clearTimeout(storing);
  storing = undefined;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...known()]));
  } catch {
    // Full or forbidden storage: then it lasts until the reload.
  }
}
