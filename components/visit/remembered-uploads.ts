/**
 * Where the uploads of this browser into a share have got to: a visitor has no account that could remember it. The file is known
 * again by its name, size and time.
 */
const prefix = "filedeck.drop.";
const maxKept = 200;
const keptMs = 7 * 86_400_000;

type Kept = { url: string; atMs: number };
type Known = Pick<File, "size" | "lastModified">;

function keyOf(link: string, label: string, { size, lastModified }: Known): string {
  return JSON.stringify([link, label, size, lastModified]);
}

/** A browser that keeps nothing, or nonsense in it, means that nothing is remembered. */
function read(link: string): Record<string, Kept> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(prefix + link) ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter(([, kept]) => isKept(kept) && kept.atMs + keptMs > Date.now()),
    );
  } catch {
    return {};
  }
}

function isKept(kept: unknown): kept is Kept {
  return (
    typeof kept === "object" &&
    kept !== null &&
    "url" in kept &&
    typeof kept.url === "string" &&
    "atMs" in kept &&
    typeof kept.atMs === "number"
  );
}

function write(link: string, kept: Record<string, Kept>): void {
  try {
    const newest = Object.entries(kept).slice(-maxKept);
    if (newest.length === 0) localStorage.removeItem(prefix + link);
    else localStorage.setItem(prefix + link, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Then a reload begins anew.
  }
}

export function rememberPlace(link: string, label: string, file: Known | null, url: string): void {
  if (file !== null) write(link, { ...read(link), [keyOf(link, label, file)]: { url, atMs: Date.now() } });
}

export function forgetPlace(link: string, label: string, file: Known | null): void {
  if (file === null) return;
  const { [keyOf(link, label, file)]: _, ...rest } = read(link);
  write(link, rest);
}

/** The address of the unfinished upload of this very file, or null. */
export function placeOf(link: string, label: string, file: Known): string | null {
  return read(link)[keyOf(link, label, file)]?.url ?? null;
}
