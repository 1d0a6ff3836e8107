"use client";

import { useState, useSyncExternalStore } from "react";
import { readStay, rememberStay } from "@/lib/client/stay";

const never = () => () => undefined;

/** The choice to stay signed in: this browser's last one to begin with. */
export function useStay() {
  const remembered = useSyncExternalStore(never, readStay, () => true);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const choose = (stay: boolean) => {
    rememberStay(stay);
    setChosen(stay);
  };
  return { stay: chosen ?? remembered, choose };
}
