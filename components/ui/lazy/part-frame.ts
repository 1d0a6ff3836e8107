import { createContext, type ComponentType, type ReactNode } from "react";

/** What stands around every part that is loaded later, and may wait for what such parts need beside their code; null: nothing. */
export const PartFrameContext = createContext<ComponentType<{ children: ReactNode }> | null>(null);
