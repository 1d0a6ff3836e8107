export const classes = ["owner", "group", "others"] as const;
export const rights = ["read", "write", "run"] as const;
export type ModeBit = { of: (typeof classes)[number]; may: (typeof rights)[number] };

/** The bit of a mode that lets a class do something, as chmod(2) has it. */
export function bitOf({ of, may }: ModeBit): number {
  return 1 << ((2 - classes.indexOf(of)) * 3 + (2 - rights.indexOf(may)));
}

/** `755`, with four digits only where there are special bits. */
export function formatOctal(mode: number): string {
  return mode.toString(8).padStart(3, "0");
}

/** A mode from octal digits, or null. */
export function parseOctal(text: string): number | null {
  return /^[0-7]{1,4}$/.test(text) ? Number.parseInt(text, 8) : null;
}
