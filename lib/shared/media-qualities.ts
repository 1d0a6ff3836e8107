/** How high a film’s picture may be when the server makes it anew; `original` keeps it, and is not made anew where browsers play it as it is. */
export const mediaQualities = ["original", "1080", "720", "480"] as const;
export type MediaQuality = (typeof mediaQualities)[number];
