/** Pixels as they are, from above to below. */
export type RawPicture = { data: Buffer; width: number; height: number; channels: 3 | 4 };
