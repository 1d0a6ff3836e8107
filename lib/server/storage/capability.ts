/**
 * What not every storage can. `disk`: `OpenFile.disk` is there. `modes`: owner, mode and ACL are real and can be set. `links`: there are symbolic ones.
 * `trash`: what is deleted can be kept; `replaced`: so can what gives way to something else, wherever a trash can be. `search-text`: what is in files can be
 * searched. Where it is missing, callers do without, or the call is refused: storage/unsupported, trash/unavailable, search/text-unavailable.
 */
export const capabilities = ["disk", "modes", "links", "trash", "replaced", "search-text"] as const;
export type Capability = (typeof capabilities)[number];
