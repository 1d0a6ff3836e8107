/** See walk-imports.mjs. */
export declare const filePageStarts: readonly string[];
/** See walk-imports.mjs. */
export declare function fileOf(from: string, specifier: string): string | null;
/** See walk-imports.mjs. */
export declare function walkImports(
  starts: readonly string[],
  also?: (text: string) => readonly string[],
): { importers: Map<string, string | null>; specifiers: Map<string, readonly string[]> };
