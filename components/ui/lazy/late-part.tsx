"use client";

import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { loadPart } from "./load-part";

/** A part that nothing waits for, loaded once the page is there; nothing until then, and for good where it does not come. `load` stays the same. */
export function LatePart({ load }: { load: () => Promise<{ default: ComponentType }> }): ReactNode {
  const [part, setPart] = useState<ReactNode>(null);
  useEffect(() => {
    loadPart(load).then(
      ({ default: Part }) => setPart(<Part />),
      () => undefined,
    );
  }, [load]);
  return part;
}
