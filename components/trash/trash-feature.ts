import { feature } from "@/components/registry/feature";

export const trashFeature = feature({ id: "trash" });
