import { quotePath } from "@/lib/server/terminal/quote-path";

type Chosen = { folder: string; places: readonly string[] };

/**
 * Puts what was chosen into a command line: {path}, {name} (of the first), {paths} (all of them) and {folder}, each a word of its own for the shell, so they stand outside
 * of quotes. Without anything chosen they are the folder's. All other braces are the shell's. Throws terminal/unsafe-name.
 */
export function expandCommand(command: string, { folder, places }: Chosen): string {
  const all = places.length === 0 ? [folder] : places;
  const name = (all[0] ?? folder).split("/").at(-1) ?? "";
  const words = {
    path: () => quotePath(all[0] ?? folder),
    paths: () => all.map(quotePath).join(" "),
    // No option, whatever it is called.
    name: () => quotePath(name.startsWith("-") ? `./${name}` : name),
    folder: () => quotePath(folder),
  };
  return command.replaceAll(/\{(path|paths|name|folder)\}/g, (_, word: keyof typeof words) => words[word]());
}
