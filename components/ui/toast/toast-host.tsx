"use client";

import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useKitTexts } from "@/components/ui/kit-texts";
import { useStore } from "@/components/ui/use-store";
import { shownName } from "@/lib/shared/shown-name";
import type { ToastTimes } from "@/lib/shared/look";
import { actionToastMs, type Toast } from "./toast-state";
import { sendToToasts, toastStore } from "./toast-store";
import styles from "./toast.module.css";

const closingMs = 120;
const icons = { success: IconCircleCheck, error: IconExclamationCircle, warning: IconAlertTriangle };

/** `toastFactor` 0: they stay until they are closed. Where toasts appear: success and error at the bottom start, warnings at the top end. One per page. */
export function ToastHost({ toastFactor, times }: { toastFactor: number; times: ToastTimes }) {
  const { toasts, latest } = useStore(toastStore);
  const visible = toasts.filter(({ phase }) => phase !== "queued");
  // Those that stay give way, oldest first, to what waits for a place.
  const leaving = visible.length < toasts.length ? visible[0]?.id : undefined;
  const cards = (isWarning: boolean) =>
    visible
      .filter(({ kind }) => (kind === "warning") === isWarning)
      .map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          shownMs={
            (toast.action === undefined ? times[toast.kind] : actionToastMs) * (toastFactor === 0 ? 1 : toastFactor)
          }
          stays={toastFactor === 0 && toast.id !== leaving}
        />
      ));
  return (
    <>
      <div className={styles["bottom"]}>{cards(false)}</div>
      <div className={styles["top"]}>{cards(true)}</div>
      {/* The cards are too short-lived to be read out; this line says every message, suppressed ones too. */}
      <output className="visually-hidden">
        {latest === null || latest.isReadOut === true ? "" : <span key={latest.id}>{shownName(latest.message)}</span>}
      </output>
    </>
  );
}

function ToastCard({ toast, shownMs, stays }: { toast: Toast; shownMs: number; stays: boolean }) {
  const texts = useKitTexts();
  const [isHovered, setHovered] = useState(false);
  const { id, phase, kind, action } = toast;
  const leftMs = useLeftTime(shownMs);
  const closeInTime = useEffectEvent(() => sendToToasts({ type: "close", id }));

  useEffect(() => {
    if (phase !== "shown" || isHovered || stays) return undefined;
    return leftMs.start(closeInTime);
  }, [phase, isHovered, stays, leftMs]);

  useEffect(() => {
    if (phase !== "closing") return undefined;
    const timer = setTimeout(() => sendToToasts({ type: "closed", id }), closingMs);
    return () => clearTimeout(timer);
  }, [phase, id]);

  const Icon = icons[kind];
  const close = () => sendToToasts({ type: "close", id });
  return (
    <div
      className={styles["toast"]}
      data-kind={kind}
      data-phase={phase}
      data-testid="toast"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <button type="button" className={styles["message"]} title={texts.close} onClick={close}>
        <Icon size={18} aria-hidden />
        <span>{shownName(toast.message)}</span>
      </button>
      {action === undefined ? null : (
        <button
          type="button"
          className={styles["action"]}
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
}

/** A timer that can be stopped and goes on with what was left. */
function useLeftTime(totalMs: number) {
  const [timer] = useState(() => {
    let leftMs = totalMs;
    return {
      start(onOver: () => void) {
        const startedAtMs = Date.now();
        const handle = setTimeout(onOver, leftMs);
        return () => {
          clearTimeout(handle);
          leftMs = Math.max(0, leftMs - (Date.now() - startedAtMs));
        };
      },
    };
  });
  return timer;
}
