import { z } from "zod";
import type { aboutContract } from "@/lib/contracts/about";
import { AppError } from "@/lib/shared/errors";
import { isNewer } from "@/lib/shared/versions-of-releases";
import type { Service } from "@/lib/server/http/service";
import { readAll } from "@/lib/server/outbound/read-all";
import { sendOutbound } from "@/lib/server/outbound/send-outbound";
import { getApp } from "@/lib/server/runtime/app";
import { updatesSetting } from "./about-settings";

const limits = { answerMs: 8_000, idleMs: 8_000, totalMs: 15_000, maxBytes: 64 * 1024 };
const keptMs = 3_600_000;

const answer = z.object({
  version: z.string().regex(/^v?\d+\.\d+\.\d+(?:[-+][\w.+-]*)?$/),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullish(),
});
type Found = z.output<typeof answer> & { from: string; atMs: number };
let found: Found | null = null;

/** Sends nothing but the request itself: no version, no name. */
export const findUpdate: Service<typeof aboutContract.findUpdate> = async (_, { actor, signal }) => {
  const { on, url, lan: isLan } = updatesSetting.get();
  if (!on || url === "") throw new AppError("about/updates-off");
  if (found === null || found.from !== url || Date.now() > found.atMs + keptMs)
    // By the right of who named it as well: nobody has others ask for them in the local network.
    found = {
      ...(await ask(url, { lan: isLan && actor.permissions.has("lan_access"), signal })),
      from: url,
      atMs: Date.now(),
    };
  const { version } = found;
  return { version, url: found.url ?? null, is_newer: isNewer(version, getApp().version), at: found.atMs };
};

async function ask(url: string, { lan, signal }: { lan: boolean; signal: AbortSignal }) {
  const reply = await sendOutbound({
    url: new URL(url),
    headers: { accept: "application/json" },
    reach: () => Promise.resolve({ lan }),
    limits,
    signal,
  });
  const text = (await readAll(reply)).toString("utf8");
  const parsed = reply.status === 200 ? answer.safeParse(jsonOf(text)) : null;
  if (parsed?.success !== true) throw new AppError("about/update-answer");
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
