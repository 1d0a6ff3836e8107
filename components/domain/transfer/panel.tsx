import { createContext, Suspense, type ComponentType } from "react";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { useStore } from "@/components/ui/use-store";
import type { Store } from "@/lib/shared/store";

/** A panel beside the page for what goes on in the background; those with a smaller `order` stand higher. */
export type Panel = { id: string; order: number; Slot: ComponentType };

type Definition<T> = Omit<Panel, "Slot"> & {
  /** What is in the store decides whether the panel is there. */
  store: Pick<Store<T>, "get" | "subscribe">;
  isShown: (value: T) => boolean;
  load: () => Promise<{ default: ComponentType }>;
};

/** A panel for a feature's list; loaded when it is first shown. */
export function panel<T>({ id, order, store, isShown, load }: Definition<T>): Panel {
  const Screen = lazyPart(load);
  function Slot() {
    return isShown(useStore(store)) ? (
      <Suspense>
        <Screen />
      </Suspense>
    ) : null;
  }
  return { id, order, Slot };
}

/** The panels of all features in their order, filled by the registry. */
export const PanelsContext = createContext<readonly Panel[]>([]);
