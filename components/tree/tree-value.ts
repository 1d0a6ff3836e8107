/** An element of XML: its attributes (`@name`), its elements and its text (`#text`), in their order. */
export class XmlElement {
  readonly name: string;
  readonly children: [string, unknown][] = [];

  constructor(name: string) {
    this.name = name;
  }
}

export type TreeKind = "object" | "array" | "element" | "string" | "number" | "boolean" | "null";

export function kindOfValue(value: unknown): TreeKind {
  if (value === null || value === undefined) return "null";
  if (value instanceof XmlElement) return "element";
  if (Array.isArray(value)) return "array";
  if (typeof value === "object" && !(value instanceof Date)) return "object";
  if (typeof value === "number" || typeof value === "bigint") return "number";
  return typeof value === "boolean" ? "boolean" : "string";
}

/** What is in a value; empty for what has nothing in it. */
export function childrenOf(value: unknown): readonly (readonly [number | string, unknown])[] {
  if (value instanceof XmlElement) return value.children;
  if (Array.isArray(value)) return value.map((one: unknown, at) => [at, one] as const);
  if (value instanceof Map) return [...value].map(([key, one]: [unknown, unknown]) => [String(key), one] as const);
  if (typeof value === "object" && value !== null && !(value instanceof Date)) return Object.entries(value);
  return [];
}

export function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return childrenOf(value).length;
}

/** A value in a line: what it is; of an element with nothing but text, this text. */
export function textOfValue(value: unknown): string {
  if (value instanceof XmlElement) {
    const [only] = value.children;
    return value.children.length === 1 && only?.[0] === "#text" ? String(only[1]) : "";
  }
  if (value === null || value === undefined) return "null";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string"
    ? value
    : kindOfValue(value) === "object" || kindOfValue(value) === "array"
      ? ""
      : `${value as bigint | boolean | number}`; // what is left
}

/** What is copied: a text as it is, anything else as JSON. */
export function copyOf(value: unknown): string {
  const kind = kindOfValue(value);
  if (kind === "element") return textOfValue(value) || JSON.stringify(plain(value), null, 2);
  return kind === "object" || kind === "array" ? JSON.stringify(plain(value), null, 2) : textOfValue(value);
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  const kind = kindOfValue(value);
  if (kind === "object") return Object.fromEntries(childrenOf(value).map(([key, one]) => [key, plain(one)]));
  if (kind === "element") return childrenOf(value).map(([key, one]) => ({ [key]: plain(one) }));
  return typeof value === "bigint" ? String(value) : value;
}

/** As programs write it: `a.b[0]["c d"]`; of XML `/a/b[2]/@c`. */
export function pathText(keys: readonly (number | string)[], isXml: boolean): string {
  if (isXml) return keys.map((key) => `/${key}`).join("");
  return keys
    .map((key, at) => {
      if (typeof key === "number") return `[${key}]`;
      if (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)) return at === 0 ? key : `.${key}`;
      return `[${JSON.stringify(key)}]`;
    })
    .join("");
}
