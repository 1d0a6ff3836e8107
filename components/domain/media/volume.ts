import { z } from "zod";

const key = "filedeck.volume";
const schema = z.object({ volume: z.number().min(0).max(1), muted: z.boolean() });
export type Volume = z.infer<typeof schema>;

/** The volume of the last film on this device. */
export function readVolume(): Volume {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(key) ?? ""));
  } catch {
    return { volume: 1, muted: false };
  }
}

export function storeVolume(volume: Volume): void {
  try {
    localStorage.setItem(key, JSON.stringify(volume));
  } catch {
    // A full storage costs only the memory of the volume.
  }
}
