import { createContext, type ComponentType } from "react";
import type { VirtualPath } from "@/lib/shared/paths";
import type { ViewerProps } from "./viewer-props";

/** What the console adds to a picture of the session's own places, and visitors do without: tools that change files, and the rating. */
export type PictureParts = { Tools: ComponentType<ViewerProps>; Rating: ComponentType<{ path: VirtualPath }> };

/** Null: there are none. Filled by the registry. */
export const PicturePartsContext = createContext<PictureParts | null>(null);
