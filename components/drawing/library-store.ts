import type { LibraryItems } from "@excalidraw/excalidraw/types";

const keyOf = (userId: string) => `filedeck.drawing.library.${userId}`;

/** The shapes that a user has put aside for other drawings, on this device. Excalidraw checks them when it takes them. */
export function readLibrary(userId: string): LibraryItems {
  try {
    const items: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(items) ? (items as LibraryItems) : []; // see above
  } catch {
    return [];
  }
}

/** Without room the shapes last until the page is left. */
export function keepLibrary(userId: string, items: LibraryItems): void {
  try {
    if (items.length === 0) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(items));
  } catch {
    // See above.
  }
}
