import { createContext, use, type ComponentType } from "react";
import type { OpenView } from "@/components/domain/entry/open-rule";
import { lazyScreen } from "@/components/layout/lazy-screen";
import type { FileEntry } from "@/lib/contracts/file";
import type { ViewerProps } from "./viewer-props";

/**
 * What a viewer needs of the file: `url`, an address of its bytes, which a share and an archive have too; `session`, that it is in the session's own places; `text`, to read and write it
 * as text in the session; `entries`, to list what is in it.
 */
export type ViewerNeed = "url" | "session" | "text" | "entries";

export type Viewer = {
  id: string;
  accepts: (entry: FileEntry, view: OpenView) => boolean;
  needs: ViewerNeed;
  /** The pages of shares do not carry its words: they come with its screen. */
  ownWords?: true;
  Screen: ComponentType<ViewerProps>;
};

type Definition = Omit<Viewer, "Screen"> & { load: () => Promise<{ default: ComponentType<ViewerProps> }> };

/** A viewer for a feature's list; its screen is loaded when it is first shown. */
export function viewer({ load, ...rest }: Definition): Viewer {
  return { ...rest, Screen: lazyScreen(load, { ownWords: rest.ownWords ?? false }) };
}

/** The viewers of all features, filled by the registry. */
export const ViewersContext = createContext<readonly Viewer[]>([]);

/** The viewer that shows an entry in a way, among those that can do with what there is of it. */
export function useViewer(
  entry: FileEntry,
  view: OpenView | null,
  given: readonly ViewerNeed[] = ["url", "session", "text", "entries"],
): Viewer | null {
  const viewers = use(ViewersContext);
  if (view === null) return null;
  return viewers.find(({ needs, accepts }) => given.includes(needs) && accepts(entry, view)) ?? null;
}
