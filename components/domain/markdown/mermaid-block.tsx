"use client";

import { useIntersection } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { useFrame } from "@/components/domain/viewing/frame/use-frame";
import { useShownTheme } from "@/components/ui/use-shown-theme";
import { urls } from "@/lib/client/urls";
import styles from "./markdown.module.css";

type Props = { source: string; fallback: ReactNode };

/** A diagram, drawn when it comes near in a frame without an origin; where it cannot be drawn, its text. */
export function MermaidBlock({ source, fallback }: Props) {
  const t = useTranslations("markdown");
  const theme = useShownTheme();
  const { ref, entry } = useIntersection({ rootMargin: "400px" });
  const [wasNear, setNear] = useState(false);
  if (entry?.isIntersecting === true && !wasNear) setNear(true);
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === source)
    return (
      <>
        <p className={styles["absent"]}>{t("diagramFailed")}</p>
        {fallback}
      </>
    );
  return (
    <div ref={ref} className={styles["diagram"]}>
      {wasNear ? <Diagram key={`${theme} ${source}`} source={source} onFail={() => setFailed(source)} /> : null}
    </div>
  );
}

function Diagram({ source, onFail }: { source: string; onFail: () => void }) {
  const t = useTranslations("markdown");
  const [height, setHeight] = useState<number | null>(null);
  const node = useFrame({
    content: () => ({
      name: "diagram.mmd",
      bytes: new TextEncoder().encode(source).buffer,
      words: { diagram: t("diagram") },
    }),
    onSilence: onFail,
    onMessage: (message) => {
      if (message.type === "failed") onFail();
      else if (message.type === "height") setHeight(message.height);
      // As if it had been pressed beside the frame.
      else if (message.type === "key")
        node.current?.dispatchEvent(new KeyboardEvent("keydown", { key: message.key, bubbles: true }));
    },
  });
  return (
    <iframe
      ref={node}
      title={t("diagram")}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      src={urls.asset("frames/mermaid")}
      data-shown={height !== null}
      style={height === null ? undefined : { blockSize: height }}
    />
  );
}
