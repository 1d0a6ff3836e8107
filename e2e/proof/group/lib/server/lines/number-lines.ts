import { createInterface } from "node:readline";
import type { linesContract } from "@/lib/contracts/lines";
import type { ByteService } from "@/lib/server/http/route";
import { sent, writeOut } from "@/lib/server/http/send-bytes";

/** Writes while it reads: however long the text is, only a piece of it is held. */
export const numberLines: ByteService<typeof linesContract.numberLines> = async ({ file }, ctx, { res }) => {
  const open = await ctx.storage.open(file);
  try {
    res.writeHead(200, { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" });
    let number = 0;
    for await (const line of createInterface({ input: open.stream(), crlfDelay: Infinity }))
      if (!(await writeOut(res, `${++number} ${line}\n`, ctx.signal))) return;
    res.end();
    await sent(res);
  } finally {
    await open.close();
  }
};
