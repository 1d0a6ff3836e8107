import { createStore } from "@/lib/shared/store";

export type GallerySettings = {
  /** How high a line of pictures is about, in pixels. */
  heightPx: number;
  /** By the day or month when they were taken; otherwise in the order of the folder. */
  isByDate: boolean;
};

export const heights = { least: 80, most: 420, step: 10 };
const storageKey = "filedeck.gallery";
const first: GallerySettings = { heightPx: 190, isByDate: true };

/** What was stored, as far as it makes sense: local storage is anybody's to write. */
export function parseGallerySettings(text: string | null): GallerySettings {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    stored = null;
  }
  const found: { heightPx?: unknown; isByDate?: unknown } = typeof stored === "object" && stored !== null ? stored : {};
  const { heightPx, isByDate } = found;
  return {
    heightPx:
      typeof heightPx === "number" && heightPx >= heights.least && heightPx <= heights.most ? heightPx : first.heightPx,
    isByDate: isByDate !== false,
  };
}

/** This part is loaded in browsers alone, and shown after the page. */
export const gallerySettings = createStore<GallerySettings>(
  typeof window === "undefined" ? first : parseGallerySettings(localStorage.getItem(storageKey)),
);

export function changeGallery(change: Partial<GallerySettings>): void {
  gallerySettings.set((settings) => ({ ...settings, ...change }));
  try {
    localStorage.setItem(storageKey, JSON.stringify(gallerySettings.get()));
  } catch {
    // Full or forbidden storage: the choice then lasts as long as the tab.
  }
}
