"use client";

import { useEffect, useState } from "react";
import { keepChannel } from "@/lib/client/channel";
import type { LastRun } from "@/lib/contracts/stack";

/** Of a text that goes on and on, the end is shown. */
const mostCharacters = 128 * 1024;

type Output = { run: LastRun | null; text: string; isCut: boolean };

/** What is done with a stack, or was done last, and what Compose says of it. */
export function useLastRun(name: string): Output {
  const [output, setOutput] = useState<Output>({ run: null, text: "", isCut: false });
  useEffect(
    () =>
      keepChannel("stack/output", { name }, ({ run, text, is_new, is_cut }) =>
        setOutput((before) => {
          const all = is_new ? text : before.text + text;
          return {
            run,
            text: all.slice(-mostCharacters),
            isCut: is_cut || (!is_new && before.isCut) || all.length > mostCharacters,
          };
        }),
      ),
    [name],
  );
  return output;
}
