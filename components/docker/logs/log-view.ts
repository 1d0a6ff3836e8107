/** How a log is looked at; kept in this browser. */
export type LogView = { isFollowing: boolean; hasTimes: boolean; isWrapped: boolean };

export const usualView: LogView = { isFollowing: true, hasTimes: true, isWrapped: true };
