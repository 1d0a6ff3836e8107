/** Promises that failed where nothing waited for them, since the start. */
export const unhandled = { rejections: 0 };
