import { createPace } from "@/lib/server/base/next-slice";
import { unpackPage } from "@/lib/server/undo/pack-pages";

/** As many as a call may name. */
const most = 10_000;

/** What notes name, for the audit log: of those about more the first ones. */
export async function firstNames(
  pages: readonly string[],
  namesIn: (page: string) => Iterable<string>,
): Promise<string[]> {
  const names: string[] = [];
  const pace = createPace();
  for (const page of pages) {
    for (const name of namesIn(await unpackPage(page))) {
      names.push(name);
      if (names.length === most) return names;
    }
    await pace();
  }
  return names;
}
