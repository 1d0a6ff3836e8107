"use client";

import {
  IconInfoCircle,
  IconMaximize,
  IconPlayerPause,
  IconPlayerPlay,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { useStore } from "@/components/ui/use-store";
import type { TableCommand } from "./image-keys";
import type { ImageEvent } from "./image-view";
import { lightTable } from "./light-table-store";
import styles from "./image-viewer.module.css";

type Props = {
  scale: number;
  isFitted: boolean;
  /** The scale at which all of it is seen. */
  fitted: number;
  canPlay: boolean;
  send: (event: ImageEvent) => void;
  run: (command: TableCommand) => void;
};

export function ImageTools({ scale, isFitted, fitted, canPlay, send, run }: Props) {
  const t = useTranslations("open.image");
  const table = useTranslations("picture.table");
  const format = useFormatter();
  const { isPlaying, hasInfo } = useStore(lightTable);
  const percent = format.number(scale, { style: "percent", maximumFractionDigits: scale < 0.1 ? 1 : 0 });
  return (
    <>
      <span className={styles["zoom"]}>
        <IconButton
          label={t("zoomOut")}
          shortcut="−"
          icon={<IconZoomOut size={18} />}
          onClick={() => send({ type: "step", direction: -1 })}
        />
        <button
          type="button"
          className={styles["percent"]}
          data-tip={isFitted && fitted < 1 ? t("actualSize") : t("fit")}
          aria-label={t("scale", { percent })}
          onClick={() => send({ type: isFitted ? "actual" : "fit" })}
        >
          {percent}
        </button>
        <IconButton
          label={t("zoomIn")}
          shortcut="+"
          icon={<IconZoomIn size={18} />}
          onClick={() => send({ type: "step", direction: 1 })}
        />
        <IconButton
          label={t("fit")}
          shortcut="0"
          icon={<IconMaximize size={18} />}
          onClick={() => send({ type: "fit" })}
        />
      </span>
      <IconButton
        label={t("rotate")}
        shortcut="R"
        icon={<IconRotateClockwise size={18} />}
        onClick={() => send({ type: "rotate" })}
      />
      {canPlay ? (
        <IconButton
          label={isPlaying ? table("pause") : table("play")}
          icon={isPlaying ? <IconPlayerPause size={18} /> : <IconPlayerPlay size={18} />}
          onClick={() => run("slideshow")}
        />
      ) : null}
      <IconButton
        label={hasInfo ? table("hideInfo") : table("info")}
        shortcut="I"
        aria-pressed={hasInfo}
        icon={<IconInfoCircle size={18} />}
        onClick={() => run("info")}
      />
    </>
  );
}
