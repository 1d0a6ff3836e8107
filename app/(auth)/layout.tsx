import type { ReactNode } from "react";
import { authPages } from "@/app/carried-words";
import { Words } from "@/app/words";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return <Words of={authPages}>{children}</Words>;
}
