/** For how long, in seconds since the start of the machine, some or all tasks had to wait. */
export type Pressure = { someSeconds: number; fullSeconds: number | null };

/** One file of /proc/pressure (Documentation/accounting/psi.rst); null for what is none. */
export function parsePressure(text: string): Pressure | null {
  const total = (line: string) => {
    const found = new RegExp(`^${line} .*total=(\\d+)`, "m").exec(text)?.[1];
    return found === undefined ? null : Number(found) / 1e6;
  };
  const someSeconds = total("some");
  return someSeconds === null ? null : { someSeconds, fullSeconds: total("full") };
}
