"use client";

import { createContext, use, useMemo, useState, type ReactNode } from "react";
import { usualLook, type Look } from "@/lib/shared/look";

type Shown = Look & { change: (change: Partial<Look>) => void };

const Context = createContext<Shown>({ ...usualLook, change: () => {} });

/** How the installation calls itself, as the server has made the page, and as it is changed here. */
export function LookProvider({ initial, children }: { initial: Look; children: ReactNode }) {
  const [look, setLook] = useState(initial);
  const value = useMemo(
    () => ({ ...look, change: (change: Partial<Look>) => setLook((now) => ({ ...now, ...change })) }),
    [look],
  );
  return <Context value={value}>{children}</Context>;
}

export function useLook(): Shown {
  return use(Context);
}
