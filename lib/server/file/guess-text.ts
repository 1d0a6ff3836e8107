import type { fileContract } from "@/lib/contracts/file";
import type { Service } from "@/lib/server/http/service";
import { looksLikeText } from "./looks-like-text";

const sampleBytes = 64 * 1024;

/** Whether a file of an unknown type is worth opening as text. Throws file/special for what is no file. */
export const guessText: Service<typeof fileContract.guessText> = async ({ path }, { storage }) => {
  const file = await storage.open(path);
  try {
    const { sizeBytes } = file.stat;
    // Files of /proc say that they are empty; whoever opens them sees what is in them.
    if (sizeBytes === 0) return { text: true };
    const chunks: Buffer[] = [];
    for await (const chunk of file.stream({ start: 0, end: Math.min(sizeBytes, sampleBytes) - 1 }))
      if (Buffer.isBuffer(chunk)) chunks.push(chunk);
    return { text: looksLikeText(Buffer.concat(chunks), { isCut: sizeBytes > sampleBytes }) };
  } finally {
    await file.close();
  }
};
