"use client";

import { useLocale } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import { useShownTheme, type ShownTheme } from "@/components/ui/use-shown-theme";
import { readFrameMessage, type FrameLook, type FromFrame, type ToFrame } from "./frame-messages";
import { startWatchdog } from "./watchdog";

type Options = {
  /** What the frame is given to show, once it can. */
  content: () => Pick<Extract<ToFrame, { type: "open" }>, "name" | "bytes" | "words">;
  onMessage: (message: Exclude<FromFrame, { type: "ready" }>) => void;
  /** It hangs. */
  onSilence: () => void;
};

const colorNames = ["--bg", "--panel", "--text", "--dim", "--line", "--accent"];

/** The page's side of a frame without an origin: it is told everything, and what it says is checked. */
export function useFrame({ content, onMessage, onSilence }: Options) {
  const locale = useLocale();
  const theme = useShownTheme();
  const node = useRef<HTMLIFrameElement>(null);

  const tell = (message: ToFrame) => node.current?.contentWindow?.postMessage(message, "*"); // it has no origin to name
  const look = (shown: ShownTheme): FrameLook => {
    const style = node.current === null ? null : getComputedStyle(node.current);
    return {
      colors: Object.fromEntries(colorNames.map((color) => [color, style?.getPropertyValue(color) ?? ""])),
      isDark: shown === "dark",
      dir: document.documentElement.dir === "rtl" ? "rtl" : "ltr",
      locale,
    };
  };
  const answer = useEffectEvent((message: FromFrame) => {
    if (message.type === "ready") tell({ type: "open", ...content(), look: look(theme) });
    else onMessage(message);
  });
  const ping = useEffectEvent(() => tell({ type: "ping" }));
  const giveUp = useEffectEvent(() => onSilence());

  useEffect(() => {
    const watchdog = startWatchdog({ ping: () => ping(), onSilence: () => giveUp() });
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== node.current?.contentWindow) return;
      const message = readFrameMessage(data);
      if (message === null) return;
      watchdog.heard();
      answer(message);
    };
    window.addEventListener("message", listen);
    return () => {
      watchdog.stop();
      window.removeEventListener("message", listen);
    };
  }, []);

  const restyle = useEffectEvent((shown: ShownTheme) => tell({ type: "look", look: look(shown) }));
  useEffect(() => restyle(theme), [theme]);
  return node;
}
