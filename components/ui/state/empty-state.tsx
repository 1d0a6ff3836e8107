import { IconInbox } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { StateCard } from "./state-card";

type Props = { title: string; hint?: ReactNode; actions?: ReactNode; icon?: ReactNode; compact?: boolean };

/** A list without entries, with what to do next. */
export function EmptyState({ icon, ...rest }: Props) {
  return <StateCard icon={icon ?? <IconInbox size={22} />} {...rest} />;
}
