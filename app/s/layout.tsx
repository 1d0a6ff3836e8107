import type { ReactNode } from "react";
import { sharePages } from "@/app/carried-words";
import { Words } from "@/app/words";

export default function ShareLayout({ children }: { children: ReactNode }) {
  return <Words of={sharePages}>{children}</Words>;
}
