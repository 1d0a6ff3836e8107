import type { AlertMetric } from "./alerts";
import { detailsAddress } from "./details-address";

/** The page that shows the unit, disk, or container that an alert is about, below the base path; null: its figures alone tell of it. */
export function pageOfAlert({ metric, subject }: { metric: AlertMetric; subject: string }): string | null {
  switch (metric) {
    case "unitFailed":
    case "unitRestarting":
      return detailsAddress("/services", subject);
    case "space":
    case "inodes":
    case "diskBusy":
    case "diskRead":
    case "diskWritten":
      return detailsAddress("/disks", subject);
    case "containerStopped":
    case "containerUnhealthy":
    case "containerRestarting":
      return detailsAddress("/containers", subject);
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
