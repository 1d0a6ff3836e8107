import { feature } from "@/components/registry/feature";

export const userFeature = feature({ id: "user" });
