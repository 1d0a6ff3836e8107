import { metricsChannels, metricsContract } from "@/lib/contracts/metrics";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { followMetrics } from "./follow-metrics";
import { pruneHistory } from "./history/prune-history";
import { sendPrometheus } from "./prometheus/send-prometheus";
import { startMetrics, stopMetrics } from "./running";
import { sendHistory, tellBehind, tellMachine } from "./tell-history";

export const metricsGroup = group({
  name: "metrics",
  contract: metricsContract,
  json: { machine: tellMachine, behind: tellBehind },
  bytes: { history: sendHistory, prometheus: sendPrometheus },
  channels: serveChannels(metricsChannels, { follow: followMetrics }),
  onStart: startMetrics,
  schedules: [
    {
      everyMs: 3_600_000,
      failed: "old figures of the machine could not be removed",
      run: ({ db }) => pruneHistory(db),
    },
  ],
  onStop: stopMetrics,
});
