import { createContext, lazy, type ComponentType } from "react";

/** A panel beside the page for what goes on in the background; those with a smaller `order` stand higher. */
export type Panel = { id: string; order: number; useIsShown: () => boolean; Screen: ComponentType };

type Definition = Omit<Panel, "Screen"> & { load: () => Promise<{ default: ComponentType }> };

/** A panel for a feature's list; loaded when it is first shown. */
export function panel({ load, ...rest }: Definition): Panel {
  return { ...rest, Screen: lazy(load) };
}

/** The panels of all features in their order, filled by the registry. */
export const PanelsContext = createContext<readonly Panel[]>([]);
