/** See clear-owned-fixture.mjs. */
export declare function clearOwned(dir: string): Promise<void>;
