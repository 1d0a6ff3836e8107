import type { z } from "zod";

type Schema = z.core.$ZodType;

/**
 * Has a text that is too long judged by nothing else: zod goes on with patterns and functions of our own after a length that is wrong, which were made for texts as long as
 * they may be. Lengths are to come first in a chain (`stop-at-length.test.ts`). Changes the schema, and all that it is made of.
 */
export function stopAtLength<S extends z.ZodType>(schema: S): S {
  stopIn(schema, new Set());
  return schema;
}

function stopIn(schema: Schema, seen: Set<Schema>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema is one of these
  for (const check of def.checks ?? []) if (check._zod.def.check === "max_length") check._zod.def.abort = true;
  for (const part of partsOf(def)) stopIn(part, seen);
}

/** The schemas that one is made of. */
export function partsOf(def: z.core.$ZodTypes["_zod"]["def"]): Schema[] {
  switch (def.type) {
    case "object":
      return [...Object.values(def.shape), ...(def.catchall === undefined ? [] : [def.catchall])];
    case "array":
      return [def.element];
    case "tuple":
      return [...def.items, ...(def.rest === null ? [] : [def.rest])];
    case "record":
      return [def.keyType, def.valueType];
    case "union":
      return [...def.options];
    case "intersection":
      return [def.left, def.right];
    case "pipe":
      return [def.in, def.out];
    case "optional":
    case "nullable":
    case "default":
    case "readonly":
    case "catch":
      return [def.innerType];
    case "lazy":
      return [def.getter()];
    default:
      return [];
  }
}
