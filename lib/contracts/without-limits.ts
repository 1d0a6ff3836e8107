import { z } from "zod";
import { partsOf } from "./stop-at-length";

/**
 * What an answer has to be: the same fields of the same types, but not what an input may be at most. What is stored was judged by other rules, or by none; what a daemon or the
 * kernel reports never was. So lengths, patterns, formats and ranges fall away, and with them what makes an input into what is kept: a path that is checked, spaces that are cut off.
 * What is left is what code relies on: which fields there are (no other ever leaves the server), their types, and the values of enums.
 */
export function withoutLimits<S extends z.ZodType>(schema: S): S {
  return loosen(schema, new Map()) as S; // it takes less for granted, and what passes has the type that it had
}

type Schema = z.core.$ZodType;
type Definition = z.core.$ZodTypes["_zod"]["def"];
/** What has been made of each schema; null while it is being made: it refers to itself. */
type Made = Map<Schema, Schema | null>;

function loosen(schema: Schema, made: Made): Schema {
  const known = made.get(schema);
  if (known === null) return z.lazy(() => made.get(schema) ?? schema);
  if (known !== undefined) return known;
  if (!hasLimits(schema, new Set())) return schema;
  made.set(schema, null);
  const loose = rebuild(schema, (part) => loosen(part, made));
  // In the API's documentation a shape keeps its name.
  const about = z.globalRegistry.get(schema);
  if (about !== undefined) z.globalRegistry.add(loose, about);
  made.set(schema, loose);
  return loose;
}

function rebuild(schema: Schema, inner: (part: Schema) => Schema): Schema {
  const def = definitionOf(schema);
  const like = (parts: object) => z.core.clone(schema, { ...def, checks: [], ...parts });
  switch (def.type) {
    case "string":
      return z.string();
    case "number":
      return z.number();
    case "object":
      return like({
        shape: Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, inner(field)])),
        ...(def.catchall === undefined ? {} : { catchall: inner(def.catchall) }),
      });
    case "array":
      return like({ element: inner(def.element) });
    case "tuple":
      return like({ items: def.items.map(inner), rest: def.rest === null ? null : inner(def.rest) });
    case "record":
      return like({ keyType: inner(def.keyType), valueType: inner(def.valueType) });
    case "union":
      return like({ options: def.options.map(inner) });
    case "intersection":
      return like({ left: inner(def.left), right: inner(def.right) });
    case "optional":
    case "nullable":
    case "default":
    case "readonly":
    case "catch":
      return like({ innerType: inner(def.innerType) });
    case "lazy":
      return z.lazy(() => inner(def.getter()));
    case "pipe":
      // An answer has been transformed already: no schema describes the outcome but that of what it was made from.
      return inner(definitionOf(def.out).type === "transform" ? def.in : def.out);
    default:
      return like({});
  }
}

/** Whether anything in it is judged by more than its type. A schema without anything of the kind is kept as it is. */
function hasLimits(schema: Schema, seen: Set<Schema>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const def = definitionOf(schema);
  const isLimit = (def.checks ?? []).length > 0 || "check" in def || "coerce" in def || def.type === "pipe";
  return isLimit || partsOf(def).some((part) => hasLimits(part, seen));
}

function definitionOf(schema: Schema): Definition {
  return (schema as z.core.$ZodTypes)._zod.def; // every schema is one of these
}
