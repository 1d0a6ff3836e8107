import type { Routes } from "./routes";
import type { PartStorage } from "./storage";

/** Parts of uploads lie in the folder that they are for. */
export function routeParts({ of }: Routes): PartStorage {
  return {
    create: async (folder, target, record) => of(folder).parts.create(folder, target, record),
    size: async (part) => of(part.folder).parts.size(part),
    append: async (part, source, options) => of(part.folder).parts.append(part, source, options),
    async take(part, from, options) {
      const [own, other] = [of(part.folder).parts, of(from.folder).parts];
      if (own === other) return own.take(part, from, options);
      // A chunk's memory is used again for the next: what is written keeps its own.
      const source = other.read(from, await other.size(from));
      const copies = async function* copies() {
        for await (const chunk of source) yield Uint8Array.from(chunk);
      };
      return own.append(part, copies(), { ...options, maxBytes: Infinity });
    },
    cut: async (part, sizeBytes) => of(part.folder).parts.cut(part, sizeBytes),
    async *read(part, sizeBytes) {
      yield* of(part.folder).parts.read(part, sizeBytes);
    },
    seal: async (part, target) => of(part.folder).parts.seal(part, target),
    place: async (part, target, keeping) => of(part.folder).parts.place(part, target, keeping),
    remove: async (part) => of(part.folder).parts.remove(part),
  };
}
