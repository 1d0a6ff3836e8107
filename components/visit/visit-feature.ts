import { feature } from "@/components/registry/feature";

export const visitFeature = feature({ id: "visit", messages: ["share", "visit"] });
