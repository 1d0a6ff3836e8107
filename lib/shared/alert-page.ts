import type { AlertMetric } from "./alerts";
import { detailsAddress } from "./details-address";

/** The fields of the system page's address: the figure whose chart it leads to, and the time from which that is wanted. */
export const askedCard = { metric: "card", since: "since" } as const;

type About = { metric: AlertMetric; subject: string; since: number };

/** The page that shows the unit, volume, or container that an alert is about, or the chart of its value; below the base path. */
export function pageOfAlert({ metric, subject, since }: About): string {
  switch (metric) {
    case "unitFailed":
    case "unitRestarting":
      return detailsAddress("/services", subject);
    case "space":
    case "inodes":
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
    case "diskBusy":
    case "diskRead":
    case "diskWritten":
    case "received":
    case "sent":
      return `/system?${askedCard.metric}=${metric}&${askedCard.since}=${since}`;
    default:
      return metric satisfies never;
  }
}
