"use client";

import { useDirection } from "@mantine/core";
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { applyTheme, rememberDirection } from "@/lib/client/appearance";
import type { Theme } from "@/lib/shared/appearance";

type Appearance = { theme: Theme; setTheme: (theme: Theme) => void; setRtl: (isRtl: boolean) => void };

const Context = createContext<Appearance | null>(null);

/** The theme and the direction of the page: on <html>, in cookies, and following the system when asked to. */
export function AppearanceProvider({ initialTheme, children }: { initialTheme: Theme; children: ReactNode }) {
  const [theme, setThemeState] = useState(initialTheme);
  const { setDirection } = useDirection();

  const setTheme = useCallback((next: Theme) => {
    applyTheme(next);
    setThemeState(next);
  }, []);

  const setRtl = useCallback(
    (isRtl: boolean) => {
      setDirection(isRtl ? "rtl" : "ltr");
      rememberDirection(isRtl);
    },
    [setDirection],
  );

  useEffect(() => {
    if (theme !== "system") return undefined;
    const system = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => applyTheme("system");
    system.addEventListener("change", follow);
    return () => system.removeEventListener("change", follow);
  }, [theme]);

  const value = useMemo(() => ({ theme, setTheme, setRtl }), [theme, setTheme, setRtl]);
  return <Context value={value}>{children}</Context>;
}

export function useAppearance(): Appearance {
  const appearance = use(Context);
  if (appearance === null) throw new Error("AppearanceProvider is missing");
  return appearance;
}
