"use client";

import { useEffect, useRef, useState } from "react";
import { api } from "@/lib/client/call";
import { openChannel } from "@/lib/client/channel";
import { isErrorKey, type ErrorKey } from "@/lib/shared/errors";

/** What one host has said. `end`: null while it runs. */
export type HostResult = {
  text: string;
  isCut: boolean;
  end: { code: number | null } | { error: ErrorKey } | null;
};

/** Runs a command on several hosts; what it began ends with the component. */
export function useRun() {
  const [results, setResults] = useState<ReadonlyMap<string, HostResult>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);

  const patch = (id: string, change: (result: HostResult) => Partial<HostResult>) =>
    setResults((all) => {
      const result = all.get(id);
      return result === undefined ? all : new Map(all).set(id, { ...result, ...change(result) });
    });

  function endAll(): void {
    setRunning(false);
    setResults((all) => new Map([...all].map(([id, one]) => [id, { ...one, end: one.end ?? { code: null } }])));
  }

  async function run(ids: readonly string[], command: string): Promise<void> {
    stop.current();
    const { id } = await api.ssh.prepareRun({ ids: [...ids], command });
    setResults(new Map(ids.map((host) => [host, { text: "", isCut: false, end: null }])));
    setRunning(true);
    const channel = openChannel(
      "ssh/run",
      { id },
      {
        onMessage(message) {
          const host = message.host_id;
          if (message.type === "text") patch(host, ({ text }) => ({ text: text + message.text }));
          else if (message.type === "cut") patch(host, () => ({ isCut: true }));
          else if (message.type === "exit") patch(host, () => ({ end: { code: message.code } }));
          else patch(host, () => ({ end: { error: isErrorKey(message.error) ? message.error : "internal" } }));
        },
        onClose: endAll,
      },
    );
    stop.current = () => {
      stop.current = () => {};
      channel.close();
    };
  }

  return {
    results,
    isRunning,
    run,
    stop: () => {
      stop.current();
      endAll();
    },
  };
}
