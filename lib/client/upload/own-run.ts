import { randomId } from "@/lib/shared/units";

const page = randomId(10);

/** A name for the uploads of this page that are undone together; no other page has one that begins alike. */
export function newRun(): string {
  return `${page}${randomId(6)}`;
}

export function isOwnRun(run: string | null): boolean {
  return run?.startsWith(page) ?? false;
}
