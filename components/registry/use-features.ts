import { createContext, use } from "react";
import type { Feature } from "./feature";

export const FeaturesContext = createContext<readonly Feature[]>([]);

/** The features of this part of the application, in the order of their list. */
export function useFeatures(): readonly Feature[] {
  return use(FeaturesContext);
}
