import { createStore } from "@/lib/shared/store";

/**
 * Image names for which a registry has something newer, with the id of the image that they had when that was asked. Once it is pulled, the name belongs to
 * another image, and the note no longer applies. Kept over reloads by the browser.
 */
type Newer = Readonly<Record<string, string>>;

const storageKey = "filedeck.newer-images";
const maxNotes = 200;

const store = createStore<Newer | null>(null);

function known(): Newer {
  const now = store.get();
  if (now !== null) return now;
  const stored = parseNewer(readText());
  store.set(stored);
  return stored;
}

/** What was stored, as far as it makes sense. */
export function parseNewer(text: string | null): Newer {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    const pairs = typeof value === "object" && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === "string"));
  } catch {
    return {};
  }
}

function readText(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null; // forbidden storage: then it lasts until the reload
  }
}

export const newerImages = {
  get: known,
  subscribe: store.subscribe,
  /** What a check has found; `imageId` null: there is nothing newer. */
  note(reference: string, imageId: string | null): void {
    const { [reference]: _, ...others } = known();
    const kept = Object.entries(others).slice(1 - maxNotes);
    const next = Object.fromEntries(imageId === null ? kept : [...kept, [reference, imageId] as const]);
    store.set(next);
    try {
      localStorage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // Full or forbidden storage: then it lasts until the reload.
    }
  },
};

/** The name of an image under which something newer can be pulled; null: none is known of. */
export function newerNameOf({ id, tags }: { id: string; tags: readonly string[] }, newer: Newer): string | null {
  return tags.find((tag) => newer[tag] === id) ?? null;
}
