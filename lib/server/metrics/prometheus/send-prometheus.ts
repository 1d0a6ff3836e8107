import type { metricsContract } from "@/lib/contracts/metrics";
import type { ByteService } from "@/lib/server/http/route";
import { sent } from "@/lib/server/http/send-bytes";
import { getApp } from "@/lib/server/runtime/app";
import { knownFigures } from "@/lib/server/metrics/running";
import { formatPrometheus } from "./format-prometheus";

export const sendPrometheus: ByteService<typeof metricsContract.prometheus> = async (_, __, { res }) => {
  const body = Buffer.from(formatPrometheus(knownFigures(), { version: getApp().version, nowMs: Date.now() }));
  res.writeHead(200, {
    "content-type": "text/plain; version=0.0.4; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-length": body.length,
  });
  res.end(body);
  await sent(res);
};
