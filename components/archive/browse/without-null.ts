type WithoutNull<T> = { [K in keyof T]?: Exclude<T[K], null> };

/** Fields that have a value: for inputs where leaving out means "as you think best". */
export function withoutNull<T extends object>(fields: T): WithoutNull<T> {
  const kept = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(kept) as WithoutNull<T>; // fromEntries forgets which key has which value
}
