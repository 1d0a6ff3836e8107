import { z } from "zod";

/** How many rows are left out because they cannot be read; nothing where all can. */
const unreadable = z.number().optional();

/**
 * An answer or a message with lists in it: `lists({ hosts: z.array(host) })`. A row that is not what this says (a value that another version has written, say) is left out and counted,
 * and all others are shown. See `fitLists`.
 */
export function lists<const S extends z.ZodRawShape>(shape: S) {
  return z.object({ ...shape, unreadable });
}

/** Whether rows may be left out of what the schema describes. */
export function hasLists(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject && schema.shape["unreadable"] === unreadable;
}
