/** How long a short message stays on the screen, in ms (spec §9). Each user may have them stay longer. */
export const usualToastMs = { success: 1000, error: 1000, warning: 300 } as const;
export type ToastTimes = Readonly<Record<keyof typeof usualToastMs, number>>;
export const minToastMs = 300;
export const maxToastMs = 60_000;

/** How an installation calls itself, on every page. */
export type Look = {
  name: string;
  /** A line below the name where people sign in; empty: none. */
  note: string;
  /** The picture's address, another for each picture; null: the product's own. */
  logo: string | null;
  toasts: ToastTimes;
  /** What addresses that are handed on begin with, without a slash at the end; null: whatever address is in use. */
  address: string | null;
};

export const productName = "Filedeck";
export const usualLook: Look = { name: productName, note: "", logo: null, toasts: usualToastMs, address: null };

export const maxAddressLength = 300;

/** An address that others can follow: http or https, without a query. */
export function isBaseAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && [search, hash, username, password].every((part) => part === "");
}

export const maxNameLength = 40;
export const maxNoteLength = 300;
/** Of the picture, in bytes, and how many pixels it has at most to a side. */
export const maxLogoBytes = 256 * 1024;
export const maxLogoPixels = 1024;
