import type { ReactNode } from "react";
import { invitePages } from "@/app/carried-words";
import { Words } from "@/app/words";

export default function InviteLayout({ children }: { children: ReactNode }) {
  return <Words of={invitePages}>{children}</Words>;
}
