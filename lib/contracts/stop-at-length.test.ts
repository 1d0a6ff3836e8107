import { expect, it, test } from "vitest";
import { z } from "zod";
import { channels, contracts } from "./all";
import { partsOf, stopAtLength } from "./stop-at-length";

it("judges a text that is too long by nothing else, wherever it stands", () => {
  let asked = 0;
  const text = z
    .string()
    .max(5)
    .refine(() => (asked += 1) > 0);
  const schema = stopAtLength(z.object({ texts: z.array(text.transform((known) => known).nullable()).optional() }));
  expect(schema.safeParse({ texts: ["123456"] }).success).toBe(false);
  expect(asked).toBe(0);
  expect(schema.safeParse({ texts: ["12345"] }).success).toBe(true);
  expect(asked).toBe(1);
});

/** Texts of which something is asked before, or in spite of, their length. */
function lateLengths(schema: z.core.$ZodType, path: string, seen: Set<z.core.$ZodType>): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema is one of these
  const checks = (def.checks ?? []).map((check) => check._zod.def);
  const at = checks.findIndex(({ check }) => check === "max_length");
  const isLate = at >= 0 && (checks[at]?.abort !== true || checks.slice(0, at).some(isCostly));
  const names = def.type === "object" ? Object.keys(def.shape) : [];
  const inner = partsOf(def).flatMap((part, index) => lateLengths(part, `${path}.${names[index] ?? index}`, seen));
  return isLate ? [path, ...inner] : inner;
}

const isCostly = (def: z.core.$ZodCheckDef) => !["min_length", "overwrite"].includes(def.check);

test("lengths come first in all inputs", () => {
  const inputs = [
    ...Object.entries(contracts).flatMap(([group, contract]) =>
      Object.entries(contract).map(([name, { input }]) => ({ name: `${group}/${name}`, schema: input as z.ZodType })),
    ),
    ...Object.values(channels).flatMap((all) =>
      Object.values(all).flatMap(({ name, open, up }) =>
        [open, up].flatMap((schema) => (schema instanceof z.ZodType ? { name: `~${name}`, schema } : [])),
      ),
    ),
  ];
  expect(inputs.length).toBeGreaterThan(300);
  const seen = new Set<z.core.$ZodType>();
  expect(inputs.flatMap(({ name, schema }) => lateLengths(schema, name, seen))).toEqual([]);
});
