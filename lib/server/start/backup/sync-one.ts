import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes durable what a file holds, or which names are in a folder. */
export function syncOne(place: string): void {
  const fd = openSync(place, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
