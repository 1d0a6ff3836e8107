import type { QuickChild, QuickCommand } from "@/lib/contracts/quick-commands";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";

/** Those that are for all that is chosen; of a group, what is left of it. */
export function fittingCommands(commands: readonly QuickCommand[], paths: readonly VirtualPath[]): QuickCommand[] {
  const names = paths.map((path) => nameOf(path).toLowerCase());
  const fits = ({ suffixes }: QuickChild) =>
    suffixes.length === 0 ||
    (names.length > 0 && names.every((name) => suffixes.some((suffix) => name.endsWith(`.${suffix}`))));
  return commands.flatMap((one) => {
    if (!fits(one)) return [];
    const runs = ({ command }: QuickChild) => command.trim() !== "";
    if (one.children.length === 0) return runs(one) ? [one] : [];
    const children = one.children.filter((child) => runs(child) && fits(child));
    return children.length === 0 ? [] : [{ ...one, children }];
  });
}
