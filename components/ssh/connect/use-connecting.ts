"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { openChannel } from "@/lib/client/channel";
import type { DownOf, UpInputOf } from "@/lib/contracts/channel";
import type { sshChannels } from "@/lib/contracts/ssh";
import { AppError } from "@/lib/shared/errors";

type Down = DownOf<typeof sshChannels.connect>;
type Up = UpInputOf<typeof sshChannels.connect>;

/** Where a connection that is being made has got to. `number`: of the question. */
export type Stage =
  | { at: "busy" }
  | { at: "key"; key: Extract<Down, { type: "key" }> }
  | { at: "question"; question: Extract<Down, { type: "question" }>; number: number }
  | { at: "failed"; error: AppError };

/** Makes a connection to a host, once. */
export function useConnecting(id: string, onConnected: () => void) {
  const [stage, setStage] = useState<Stage>({ at: "busy" });
  const say = useRef<(message: Up) => void>(() => {});
  const connected = useEffectEvent(onConnected);
  useEffect(() => {
    let number = 0;
    const channel = openChannel(
      "ssh/connect",
      { id },
      {
        onMessage(message) {
          if (message.type === "connected") connected();
          else if (message.type === "key") setStage({ at: "key", key: message });
          else setStage({ at: "question", question: message, number: ++number });
        },
        onClose(end) {
          if (end.why === "ended") return;
          const error = "error" in end ? new AppError(end.error, end.params) : new AppError("network");
          setStage({ at: "failed", error });
        },
      },
    );
    say.current = (message) => {
      setStage({ at: "busy" });
      channel.send(message).catch(() => {}); // `onClose` tells
    };
    return () => channel.close();
  }, [id]);
  return { stage, send: (message: Up) => say.current(message) };
}
