"use client";

import { useEffect, useState } from "react";
import { keepChannel } from "@/lib/client/channel";
import type { Alert } from "@/lib/contracts/alert";

/** The alerts that go on, live; null until they are known. */
export function useCurrentAlerts(): readonly Alert[] | null {
  const [alerts, setAlerts] = useState<readonly Alert[] | null>(null);
  useEffect(() => keepChannel("alert/follow", {}, ({ alerts: found }) => setAlerts(found)), []);
  return alerts;
}
