import { feature } from "@/components/registry/feature";

export const fileFeature = feature({ id: "file" });
