import { createContext, type ComponentType, type ReactNode } from "react";

/**
 * What stands around parts that are loaded later, and may wait for what they need beside their code: around every one, or only around those whose words
 * the page does not carry; null: nothing.
 */
export type PartFrame = { Frame: ComponentType<{ children: ReactNode }>; isForEvery: boolean };

export const PartFrameContext = createContext<PartFrame | null>(null);
