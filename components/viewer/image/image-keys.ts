import type { ImageEvent } from "./image-view";

export type TableCommand = "info" | "slideshow" | "fullScreen";

const pans: Record<string, [number, number]> = {
  ArrowLeft: [80, 0],
  ArrowRight: [-80, 0],
  ArrowUp: [0, 80],
  ArrowDown: [0, -80],
};
const events: Record<string, ImageEvent> = {
  "+": { type: "step", direction: 1 },
  "=": { type: "step", direction: 1 },
  "-": { type: "step", direction: -1 },
  "0": { type: "fit" },
  "1": { type: "actual" },
};
const commands: Record<string, TableCommand> = { i: "info", " ": "slideshow", f: "fullScreen" };

type Key = Pick<KeyboardEvent, "key" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey">;

/** What a key does to the view of a picture, or on the table around it. Null: nothing. */
export function imageKey({ key, shiftKey, altKey, ctrlKey, metaKey }: Key): ImageEvent | TableCommand | null {
  if (ctrlKey || metaKey || altKey) return null;
  const pan = pans[key];
  if (pan !== undefined) return shiftKey || pan[0] === 0 ? { type: "pan", by: { x: pan[0], y: pan[1] } } : null;
  if (key.toLowerCase() === "r") return { type: "rotate", by: shiftKey ? -1 : 1 };
  return events[key] ?? (shiftKey ? null : commands[key.toLowerCase()]) ?? null;
}
