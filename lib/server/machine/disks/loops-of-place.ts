import { namesIn, textOf } from "@/lib/server/machine/text-file";

/** Loop devices whose files lie at or below a place: they keep it as an open file does. */
export async function findLoopsOf(place: string): Promise<string[]> {
  const names = (await namesIn("/sys/block")).filter((name) => name.startsWith("loop"));
  const found = await Promise.all(
    names.map(async (name) => ({ name, file: await textOf(`/sys/block/${name}/loop/backing_file`) })),
  );
  return found.flatMap(({ name, file }) => (file?.startsWith(`${place}/`) === true ? [`/dev/${name}`] : []));
}
