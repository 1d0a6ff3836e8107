const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Tags of a name, with any prefix, as they are written. Not a parser of XML: enough for what programs write, and it follows nothing. */
export function tagsOf(xml: Buffer, name: string): string[] {
  return xml.toString().match(new RegExp(`<(?:[a-z]+:)?${name}\\s[^<>]*>`, "gi")) ?? [];
}

/** By their names without a prefix. */
export function attributesOf(tag: string): Partial<Record<string, string>> {
  const found = tag.matchAll(/\s(?:[a-z]+:)?([a-z][a-z-]*)\s?=\s?(?:"([^"]*)"|'([^']*)')/gi);
  return Object.fromEntries(
    [...found].map(([, name = "", double, single = ""]) => [
      name.toLowerCase(),
      (double ?? single).replace(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => entities[entity] ?? ""),
    ]),
  );
}
