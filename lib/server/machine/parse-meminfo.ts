/** The lines of /proc/meminfo in bytes, by their names; those without a unit are counts (proc_meminfo(5)). */
export function parseMeminfo(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const [, name = "", value = "", unit] of text.matchAll(/^([\w()]+):\s+(\d+)( kB)?$/gm))
    lines.set(name, Number(value) * (unit === undefined ? 1 : 1024));
  return lines;
}
