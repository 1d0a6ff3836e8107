import { z } from "zod";
import { json } from "@/lib/contracts/fields";

export type Json = { [key: string]: unknown };

/** JSON Schema of contracts. What refers to itself becomes a schema of its own in the document: a reference leads from the document's top, not from where it stands. */
export function createSchemas(): { toSchema: typeof toSchema; named: Json } {
  const named: Json = {};
  const nameByText = new Map<string, string>();

  function toSchema(schema: z.ZodType, io: "input" | "output"): Json {
    const { $schema: _, $defs: all, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", override });
    const definitions = reachable(rest, all ?? {});
    const names = new Map<string, string>();
    for (const [own, definition] of Object.entries(definitions))
      names.set(`#/$defs/${own}`, nameFor(own, JSON.stringify([definition, own, definitions])));
    const text = JSON.stringify([rest, definitions]);
    if (text.includes('"$ref":"#"')) names.set("#", nameFor("", text));
    for (const [own, definition] of Object.entries(definitions))
      named[names.get(`#/$defs/${own}`) ?? own] = withNames(definition, names);
    const described = withNames(rest, names) as Json; // an object stays one
    const name = names.get("#");
    if (name === undefined) return described;
    named[name] = described;
    return { $ref: `#/components/schemas/${name}` };
  }

  /** The same schema in several contracts has one name: that of its `meta({ id })`, which a number follows where input and output differ. */
  function nameFor(own: string, text: string): string {
    const known = nameByText.get(text);
    if (known !== undefined) return known;
    const wanted = own === "" || own.startsWith("__") ? "Recursive" : own;
    const taken = new Set(["Failure", ...nameByText.values()]);
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
    nameByText.set(text, name);
    return name;
  }
  return { toSchema, named };
}

/** Any value at all is said as that: generators make a type of its own parts that refers to nothing but itself, which no compiler takes. */
function override({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: Json }): void {
  if (zodSchema !== json) return;
  for (const key of Object.keys(jsonSchema)) if (key !== "id") delete jsonSchema[key];
  jsonSchema["description"] = "Any JSON value.";
}

/** Those of the definitions that something refers to. */
function reachable(root: unknown, definitions: Json): Json {
  const found: Json = {};
  const queue = [root];
  for (const part of queue)
    for (const [, own = ""] of JSON.stringify(part).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) {
      if (own in found || !(own in definitions)) continue;
      found[own] = definitions[own];
      queue.push(definitions[own]);
    }
  return found;
}

function withNames(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withNames(item, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const name = key === "$ref" && typeof item === "string" ? names.get(item) : undefined;
      return [key, name === undefined ? withNames(item, names) : `#/components/schemas/${name}`];
    }),
  );
}
