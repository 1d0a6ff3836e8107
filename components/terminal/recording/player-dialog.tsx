"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import type { RecordingInfo } from "@/lib/contracts/recordings";
import { useTerminalLook } from "@/components/terminal/use-terminal-look";
import { openPlayer } from "./open-player";
import type { CastPlayer } from "./play-cast";
import { PlayerBar } from "./player-bar";
import styles from "./recording.module.css";

const stepMs = 5_000;

type Props = { request: RecordingInfo; onClose: () => void };

/** Plays a recording: what was seen in the terminal, when it was seen. */
export default function PlayerDialog({ request: recording, onClose }: Props) {
  const { program, username } = recording;
  return (
    <DialogCard title={`${program} – ${username}`} onClose={onClose} size="min(1100px, 94vw)" fillsPhone>
      <Player recording={recording} />
    </DialogCard>
  );
}

function Player({ recording: { id, program, sizeBytes, stopped } }: { recording: RecordingInfo }) {
  const t = useTranslations("terminal.recordings");
  const errorText = useErrorText();
  const { look } = useTerminalLook();
  const host = useRef<HTMLDivElement>(null);
  const first = useRef({ look, sizeBytes });
  const [player, setPlayer] = useState<CastPlayer | null>(null);
  const [share, setShare] = useState(0);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    if (host.current === null) return undefined;
    return openPlayer(host.current, {
      id,
      ...first.current,
      isShort: true,
      onPlayer: setPlayer,
      onShare: setShare,
      onError: (error) => setFailure({ error }),
    });
  }, [id]);
  return (
    // The keys are the player's wherever the focus is in it.
    <div className={styles["player"]} role="presentation" onKeyDown={(event) => player && obey(event, player)}>
      <section className={styles["stage"]} aria-label={t("player.screen", { program })} dir="ltr">
        <div className={styles["screen"]} ref={host} />
      </section>
      {failure === null ? (
        <PlayerBar player={player} share={share} />
      ) : (
        <Banner kind="error">{failure.error === null ? t("player.broken") : errorText(failure.error)}</Banner>
      )}
      {stopped === null ? null : <p className={styles["note"]}>{t(`stopped.${stopped}`)}</p>}
    </div>
  );
}

/** Space plays and pauses, arrows go five seconds on or back; controls keep the keys that are theirs. */
function obey(event: KeyboardEvent, player: CastPlayer): void {
  const { key, target, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey || !(target instanceof HTMLElement)) return;
  const { isPlaying, positionMs } = player.get();
  const isPosition = target.matches("input[type=range]");
  const isControl = target.matches("button, input, select") && !isPosition;
  const step = { ArrowLeft: -stepMs, ArrowRight: stepMs }[key];
  if (key === " " && !isControl) player.setPlaying(!isPlaying);
  else if (step !== undefined && !target.matches("input[type=radio], select")) player.seekTo(positionMs + step);
  else return;
  event.preventDefault();
}
