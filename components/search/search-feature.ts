import { lazy } from "react";
import { feature } from "@/components/registry/feature";
import { parseWish } from "./search-wish";

export const searchFeature = feature({
  id: "search",
  browseViews: [{ accepts: (search) => parseWish(search) !== null, Screen: lazy(() => import("./search-view")) }],
});
