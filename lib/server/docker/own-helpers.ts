import { helperLabel } from "@/lib/shared/volume-labels";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import type { Actor } from "@/lib/server/runtime/ctx";

type Labels = Readonly<Record<string, string>> | null | undefined;

const known = new Set<string>();

/** Keeps in mind that this container is Filedeck's own, for as long as something is done with its volume. Never started, it reaches nothing. */
export function keepHelper(id: string): () => void {
  known.add(id);
  return () => void known.delete(id);
}

/** One that is in use right now, certainly: the daemon may not answer about it before that is over. */
export const isHelperInUse = (id: string): boolean => known.has(id);

/** One that is in use, or was left over when Filedeck ended in the middle; anybody's image may say the latter of its containers. */
export const isHelper = ({ id, labels }: { id: string; labels: Labels }): boolean =>
  known.has(id) || Object.hasOwn(labels ?? {}, helperLabel);

/** Throws auth/root-only for one of Filedeck's own: it has a volume for an administrator, and is nobody's way there. */
export function assertNoHelper(actor: Pick<Actor, "isRoot">, container: { id: string; labels: Labels }): void {
  if (isHelper(container)) assertRoot(actor);
}
