"use client";

import { useEffect, useState } from "react";
import { keepChannel } from "@/lib/client/channel";
import type { VirtualPath } from "@/lib/shared/paths";

const none: ReadonlySet<string> = new Set();

/** Names of a folder that shares lead to, kept as the server knows them; none as long as `isOn` is not. */
export function useSharedNames(path: VirtualPath, isOn: boolean): ReadonlySet<string> {
  const [names, setNames] = useState(none);
  useEffect(() => {
    if (!isOn) return () => {};
    return keepChannel("share/names", { path }, (told) => {
      setNames((before) => (before.size === 0 && told.names.length === 0 ? before : new Set(told.names)));
    });
  }, [path, isOn]);
  return isOn ? names : none;
}
