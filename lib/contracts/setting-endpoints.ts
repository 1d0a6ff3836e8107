import type { z } from "zod";
import { endpoint, type Access, type Endpoint } from "./endpoint";
import { empty } from "./fields";

type Definition<N extends string, S extends z.ZodType> = {
  /** The endpoints are `get<Name>Setting` and `set<Name>Setting`. */
  name: N;
  path: string;
  schema: S;
  /** Who may read it; without it whoever may change it. */
  read?: Access;
  write: Access;
  /** Changing it asks for the password again. */
  confirm?: boolean;
  /** For the API's documentation, in this order. */
  summaries: readonly [get: string, set: string];
};

type Pair<N extends string, S extends z.ZodType> = {
  readonly [K in `get${N}Setting`]: Endpoint<typeof empty, S>;
} & { readonly [K in `set${N}Setting`]: Endpoint<S, S> };

/** The two endpoints of a setting of the whole server; changing it is recorded in the audit log. Served by `settingServices`. */
export function settingEndpoints<const N extends string, S extends z.ZodType>(
  definition: Definition<N, S>,
): Pair<N, S> {
  const { name, path, schema, write, read = write, confirm = false, summaries } = definition;
  const pair = {
    [`get${name}Setting`]: endpoint({
      method: "GET",
      path,
      direct: true, // the settings ask for all of them
      access: read,
      summary: summaries[0],
      input: empty,
      output: schema,
    }),
    [`set${name}Setting`]: endpoint({
      method: "POST",
      path,
      access: write,
      ...(confirm ? { confirm, token: false } : {}),
      summary: summaries[1],
      input: schema,
      output: schema,
    }),
  };
  return pair as unknown as Pair<N, S>; // computed names are strings to the compiler
}
