export const largeFileBytes = 20_971_520;

const sizeUnits = ["B", "KB", "MB", "GB"] as const;

const formats = new Map<string, Intl.NumberFormat>();

function twoDecimals(locale: string): Intl.NumberFormat {
  const known = formats.get(locale);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  formats.set(locale, made);
  return made;
}

/** Spec §9: B, KB, MB, GB in 1024 steps with two decimals, as the language writes them; the largest unit keeps growing. */
export function formatSize(sizeBytes: number, locale: string): string {
  let value = Math.max(0, sizeBytes);
  let unit = 0;
  while (value >= 1024 && unit < sizeUnits.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${twoDecimals(locale).format(value)} ${sizeUnits[unit] ?? "GB"}`;
}

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
