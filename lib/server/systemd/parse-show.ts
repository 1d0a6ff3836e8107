export type Properties = ReadonlyMap<string, string>;
/** The same moment in ms since 1970, and in microseconds since the machine's start. */
export type Clock = { nowMs: number; nowUs: number };

export const clockNow = (): Clock => ({ nowMs: Date.now(), nowUs: Number(process.hrtime.bigint() / 1000n) });

/** What `systemctl show` says of several units: lines `Name=value`, a blank line between two units. Of a name that comes again the values are in lines. */
export function parseShow(text: string): Properties[] {
  return text
    .split(/\n{2,}/)
    .map(parseBlock)
    .filter((block) => block.size > 0);
}

function parseBlock(block: string): Properties {
  const properties = new Map<string, string>();
  for (const line of block.split("\n")) {
    const [, name, value] = /^([A-Za-z][A-Za-z0-9]*)=([^]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    const before = properties.get(name);
    properties.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  return properties;
}

/** A number that systemd counts; null for what it does not know, which older ones write as the largest number there is. */
export function countOf(properties: Properties, name: string): number | null {
  const text = properties.get(name) ?? "";
  if (!/^\d+$/.test(text)) return null;
  const count = Number(text);
  return count > Number.MAX_SAFE_INTEGER ? null : count;
}

/** In ms since 1970, from microseconds since the machine's start; null for never. */
export function timeOf(properties: Properties, name: string, { nowMs, nowUs }: Clock): number | null {
  const us = countOf(properties, name);
  return us === null || us === 0 ? null : Math.round((nowMs - (nowUs - us) / 1000) / 1000) * 1000;
}
