import { z } from "zod";
import { isKnownErrorKey } from "@/lib/shared/error-table";
import type { LiveMessage } from "@/lib/shared/live-rows";

const problem = z.object({
  error: z.string().refine(isKnownErrorKey),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** What a channel of live rows sends down: a table of rows with an `id` each, and then what changes about them. */
export function liveRows<S extends z.ZodRawShape & { id: z.ZodString }>(row: z.ZodObject<S>) {
  type Row = z.output<z.ZodObject<S>> & { id: string };
  const message = z.object({
    rows: z.array(row),
    changed: z.array(row.partial().extend({ id: z.string() })),
    gone: z.array(z.string()),
    isPart: z.boolean(),
    left: z.number(),
    unreadable: z.number(),
    problem: problem.nullable(),
  });
  return message as unknown as z.ZodType<LiveMessage<Row>, LiveMessage<Row>>; // the same, in the words of code that knows no fields
}
