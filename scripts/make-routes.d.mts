import type { Contract } from "@/lib/contracts/endpoint";

/** See make-routes.mjs. */
export declare function routeTableTexts(contracts: Readonly<Record<string, Contract>>): Record<string, string>;
