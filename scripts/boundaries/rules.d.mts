/** See rules.mjs. */
export declare const browserLayers: readonly string[];
