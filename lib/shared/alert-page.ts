import type { AlertMetric } from "./alerts";
import { encodeInQuery } from "./paths";

/** The page where that which an alert is about is seen, below the base path; null: its figures alone tell of it. */
export function pageOfAlert({ metric, subject }: { metric: AlertMetric; subject: string }): string | null {
  switch (metric) {
    case "unitFailed":
    case "unitRestarting":
      return `/services?unit=${encodeInQuery(subject)}`;
    case "space":
    case "inodes":
    case "diskBusy":
    case "diskRead":
    case "diskWritten":
      return "/disks";
    case "containerStopped":
    case "containerUnhealthy":
    case "containerRestarting":
      return "/containers";
    case "cpu":
    case "load":
    case "memory":
    case "swap":
    case "pressureCpu":
    case "pressureMemory":
    case "pressureIo":
    case "temperature":
    case "received":
    case "sent":
      return null;
    default:
      return metric satisfies never;
  }
}
