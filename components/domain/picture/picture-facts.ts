import { api } from "@/lib/client/call";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { previewContract } from "@/lib/contracts/preview";
import type { VirtualPath } from "@/lib/shared/paths";
import { createStore } from "@/lib/shared/store";

type PictureFacts = NonNullable<OutputOf<typeof previewContract.facts>["facts"][number]>;
/** By the pictures' keys. Null: nothing is known of it. */
type Known = ReadonlyMap<string, PictureFacts | null>;
type Wanted = { key: string; path: VirtualPath };

const byKey = new Map<string, PictureFacts | null>();
export const pictureFacts = createStore<Known>(new Map());

/** As the endpoint takes them. */
const perCall = 100;
/** All that came meanwhile is laid out anew at once: of a large folder that is some work. */
const tellMs = { few: 600, many: 4_000 };
const many = 3_000;
const most = 100_000;

/** Asks for what is not yet known, one call after the other, in the order given. Returns how to stop; what came is kept. */
export function loadPictureFacts(wanted: readonly Wanted[]): () => void {
  const stop = { isStopped: false };
  const missing = wanted.filter(({ key }) => !byKey.has(key));
  if (missing.length > 0) void loadAll(missing, stop); // it never rejects
  return () => {
    stop.isStopped = true;
  };
}

async function loadAll(missing: readonly Wanted[], stop: { readonly isStopped: boolean }): Promise<void> {
  let toldMs = 0;
  const everyMs = missing.length > many ? tellMs.many : tellMs.few;
  try {
    for (let start = 0; start < missing.length && !stop.isStopped; start += perCall) {
      const part = missing.slice(start, start + perCall);
      const { facts } = await api.preview.facts({ files: part.map(({ path }) => path) });
      for (const [index, { key }] of part.entries()) byKey.set(key, facts[index] ?? null);
      if (performance.now() - toldMs < everyMs) continue;
      toldMs = performance.now();
      pictureFacts.set(new Map(byKey));
    }
  } catch {
    // Without them pictures stand under the day of their file, and take their shapes from what is drawn.
  }
  if (byKey.size > most) byKey.clear();
  pictureFacts.set(new Map(byKey));
}
