/** See owned-folder-fixture.mjs. */
export declare const ownOwner: string;
export declare const reservations: string;
export declare function isGone(owner: string): boolean;
export declare function makeOwnedFolder(kind: string): string;
export declare function ownerOfFolder(name: string): string | null;
export declare function removeStale(file: string): boolean;
