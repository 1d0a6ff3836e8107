import type { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { readAll } from "@/lib/server/outbound/read-all";
import type { OutboundAnswer } from "@/lib/server/outbound/send-outbound";

/** The bytes of an answer that is none of a failure. Throws outbound/answer. */
export async function bytesOf(answer: OutboundAnswer): Promise<Buffer> {
  if (answer.status === 200) return readAll(answer);
  answer.close();
  throw new AppError("outbound/answer");
}

/** What a registry says, as far as it makes sense. Throws outbound/answer. */
export function parseAnswer<Schema extends z.ZodType>(schema: Schema, bytes: Buffer): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch (cause) {
    throw new AppError("outbound/answer", {}, { cause });
  }
}
