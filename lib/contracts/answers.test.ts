import { expect, test } from "vitest";
import { z } from "zod";
import { channels, contracts } from "./all";
import type { Channel } from "./channel";
import { endpoint, type Endpoint } from "./endpoint";
import { empty } from "./fields";
import { hasLists } from "./lists";

type Definition = z.core.$ZodTypes["_zod"]["def"];
type Found = { path: string; limit: string };

/** Enums outside of lists whose rows are judged one by one, and why no value that is stored or foreign can end the answer. */
const ownValues: readonly [answers: RegExp, why: string][] = [
  [
    /^\w+\/[gs]et\w+Setting\./,
    "a setting that cannot be read has become its fallback when it was loaded (defineSetting)",
  ],
  [
    /^user\/(?:get|update)UserInfo\./,
    "preferences that cannot be read are left out one by one, and of permissions those that are unknown",
  ],
  [/^user\/(?:getRights|explainAccess|getSetup)\b/, "what the code of rights says, from grants that were parsed"],
  [/^notify\/(?:getNotifyProfile\.choices|setChoices)\./, "choices that cannot be read have become the usual ones"],
  [/^crypto\/(?:createKey|importKey|importSshFile)\.key/, "a key that has just been made or opened"],
  [/^share\/(?:createShare|updateShare|relinkShare)\./, "a row that has just been written"],
  [/^share\/visitShare\.mode/, "one share: without its mode nobody knows what its visitors may do"],
  [/^task\/getTask\.state|^~task\/follow\.changed\.state/, "one task, of those that a list shows or that run"],
  [
    /\.(?:kind|leadsTo)$/,
    "kinds of entries, devices and parts, as our own code names them: what it does not know is one of them",
  ],
  [/^file\/get\.eol|^share\/visitText\.eol/, "counted from the text itself"],
  [/^archive\/list\.(?:format|encoding)/, "found by our own reader"],
  [/^properties\/getProperties\.acl/, "parsed from the attribute's bytes: other tags make it no list at all"],
  [/^search\/search(?:By)?\.cut/, "why our own search ended"],
  [/^alert\/listAlertChoices\.subjects/, "the figures that this version knows"],
  [/^disk\/(?:getTools|listUsers|getSmart|testFstabLine)\./, "what our own code found out"],
  [/^docker\/checkImage\.state|^~docker\/pull\./, "how far our own code is"],
  [/^docker\/getContainerSpec\.(?:ports|restart)/, "what else a daemon says is taken for the usual one"],
  [/^media\/getFacts\.problem/, "what our own code found out"],
  [/^processes\/getProcess\.sockets/, "by the table of the kernel that it was read from"],
  [/^about\//, "what our own code found out"],
  [/^stack\/getStack\.origin/, "where our own code found it"],
  [/^~stack\/output\.run\.action/, "what our own code has begun"],
  [/^terminal\/(?:getHostShell|moveTerminal)\./, "what our own code found out"],
  [/^trash\/offerTrash\./, "what our own code found out"],
  [/^user\/testHook\.outcome/, "how our own call went"],
  [/^~ssh\/connect\.what/, "what our own code asks for"],
];

/** All that an answer is judged by beside its fields and their types. */
function limitsIn(schema: z.core.$ZodType, path: string, isRow = false, seen = new Set<z.core.$ZodType>()): Found[] {
  if (seen.has(schema)) return [];
  const def: Definition = (schema as z.core.$ZodTypes)._zod.def; // every schema is one of these
  const within = new Set([...seen, schema]);
  const inner = (part: z.core.$ZodType, name: string, isPart = isRow) =>
    limitsIn(part, `${path}${name}`, isPart, within);
  const own: Found[] = (def.checks ?? []).map((check) => ({ path, limit: check._zod.def.check }));
  if ("check" in def) own.push({ path, limit: def.check });
  if ("coerce" in def && def.coerce) own.push({ path, limit: "coerce" });
  switch (def.type) {
    case "string":
    case "number":
    case "boolean":
    case "null":
    case "unknown":
    case "literal":
      return own;
    case "enum":
      return isRow ? own : [...own, { path, limit: "enum" }];
    case "object": {
      // Of live rows each is judged by itself as well (sendFitting).
      const isLive = "changed" in def.shape && "gone" in def.shape;
      const isList = isLive || (schema instanceof z.ZodObject && hasLists(schema));
      const fields = Object.entries(def.shape).flatMap(([name, field]) =>
        isList && field instanceof z.ZodArray
          ? limitsIn(field, `${path}.${name}`, true, within)
          : inner(field, `.${name}`),
      );
      return [...own, ...fields, ...(def.catchall === undefined ? [] : inner(def.catchall, ".*"))];
    }
    case "array":
      return [...own, ...inner(def.element, "[]")];
    case "tuple":
      return [...own, ...def.items.flatMap((item) => inner(item, "[]"))];
    case "record":
      return [...own, ...inner(def.keyType, ".key"), ...inner(def.valueType, ".value")];
    case "union":
      return [...own, ...def.options.flatMap((option) => inner(option, ""))];
    case "optional":
    case "nullable":
    case "default":
      return [...own, ...inner(def.innerType, "")];
    case "lazy":
      return [...own, ...inner(def.getter(), "")];
    default:
      return [...own, { path, limit: def.type }];
  }
}

const answers: [string, z.ZodType][] = [
  ...Object.entries<Record<string, Endpoint>>(contracts).flatMap(([group, contract]) =>
    Object.entries(contract).map(([name, { output }]): [string, z.ZodType] => [`${group}/${name}`, output]),
  ),
  ...Object.values<Record<string, Channel>>(channels).flatMap((contract) =>
    Object.values(contract).flatMap(({ name, down }): [string, z.ZodType][] =>
      down instanceof z.ZodType ? [[`~${name}`, down]] : [],
    ),
  ),
];
const found = answers.flatMap(([name, schema]) => limitsIn(schema, name));

test("no answer and no message is judged by the length, the pattern, the format or the range that an input must have", () => {
  expect(answers.length).toBeGreaterThan(300);
  expect(found.filter(({ limit }) => limit !== "enum")).toEqual([]);
});

test("an enum outside of a list whose rows are judged one by one is of our own making", () => {
  const isOwn = (path: string) => ownValues.some(([pattern]) => pattern.test(path));
  expect(found.filter(({ limit, path }) => limit === "enum" && !isOwn(path))).toEqual([]);
  expect(ownValues.filter(([pattern]) => !found.some(({ path }) => pattern.test(path)))).toEqual([]);
});

test("of a shape of inputs an answer keeps which fields there are, their types and their enums, and nothing else", () => {
  const way = z.enum(["up", "down"]);
  const shape = z.object({
    name: z.string().trim().min(1).max(3),
    port: z.number().int().min(1).max(9).default(5),
    tags: z.array(z.string().regex(/^a/)).max(1),
    path: z.string().transform((text) => text.length),
    way,
  });
  const { output } = endpoint({
    method: "GET",
    path: "x",
    access: "session",
    summary: "",
    input: empty,
    output: shape,
  });
  const stored = { name: " far too long ", port: 70_000.5, tags: ["b", "c"], way: "up" };
  expect(output.parse({ ...stored, path: "a/b", secret: "x" })).toEqual({ ...stored, path: "a/b" });
  expect(output.safeParse({ ...stored, path: "", way: "sideways" }).success).toBe(false);
  expect(output.safeParse({ ...stored, path: "", port: "5" }).success).toBe(false);
  // The input's own shape is what it was.
  expect(shape.safeParse({ ...stored, path: "" }).success).toBe(false);
});
