import type { Feature } from "@/components/registry/feature";
import { documentsFeature } from "./documents/documents-feature";
import { tableFeature } from "./table/table-feature";
import { viewerFeature } from "./viewer/viewer-feature";
import { visitFeature } from "./visit/visit-feature";

/** What somebody meets who was sent a link: apart from the console's, so that a visitor loads nothing of those. */
export const visitorFeatures: readonly Feature[] = [visitFeature, viewerFeature, documentsFeature, tableFeature];
