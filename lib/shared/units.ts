export const largeFileBytes = 20_971_520;
/** Larger texts do not fit an editor: only their beginning and end are shown. */
export const maxTextBytes = 134_217_728;

const sizeUnits = ["B", "KB", "MB", "GB"] as const;

/**
 * `full`: with two decimals, for lists and sentences. `short`: without those that say nothing, for axes. `steady`: with three digits,
 * for what changes while one looks: more of them would only flicker.
 */
export type SizeStyle = "full" | "short" | "steady";

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, least: number, most: number): Intl.NumberFormat {
  const key = `${locale} ${least} ${most}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most });
  formats.set(key, made);
  return made;
}

/**
 * Spec §9: B, KB, MB, GB in 1024 steps with two decimals, as the language writes them; the largest unit keeps growing. Bytes are whole:
 * there is nothing behind their point.
 */
export function formatSize(sizeBytes: number, locale: string, style: SizeStyle = "full"): string {
  // 1,000 of a unit are longer than one of the next.
  const most = style === "full" ? 1024 : 999.5;
  let value = Math.max(0, sizeBytes);
  let unit = 0;
  while (value >= most && unit < sizeUnits.length - 1) {
    value /= 1024;
    unit++;
  }
  const [least, decimals] = unit === 0 ? [0, 0] : decimalsOf[style](value);
  return `${numberFormat(locale, least, decimals).format(value)} ${sizeUnits[unit] ?? "GB"}`;
}

/** The least and the most digits behind the point. */
const decimalsOf: Readonly<Record<SizeStyle, (value: number) => readonly [number, number]>> = {
  full: () => [2, 2],
  short: () => [0, 2],
  steady: (value) => (value >= 99.95 ? [0, 0] : value >= 9.995 ? [1, 1] : [2, 2]),
};

/** Total divided by page size, rounded up. */
export function pageCount(total: number, pageSize: number): number {
  return Math.ceil(total / pageSize);
}

const alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Alphanumeric id from the platform's CSPRNG, 16 characters by default (95 bits). */
export function randomId(length = 16): string {
  let out = "";
  while (out.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      // 248 is the largest multiple of 62 in a byte: above it the choice would be uneven.
      if (byte < 248 && out.length < length) out += alphanumeric[byte % 62] ?? "";
    }
  }
  return out;
}

/** Solely digits, as the specification says. */
export function isNumeric(text: string): boolean {
  return /^[0-9]+$/.test(text);
}
