import type { Contract } from "@/lib/contracts/endpoint";

/** See make-routes.mjs. */
export declare function routeTableText(contracts: Readonly<Record<string, Contract>>): string;
