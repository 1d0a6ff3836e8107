"use client";

import { IconServer2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { usualTerminalSize } from "@/components/domain/terminal/wanted-terminal";
import { useErrorText } from "@/components/layout/use-error-text";
import { useCachedMe } from "@/components/layout/use-me";
import { IconButton } from "@/components/ui/icon-button";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { setDock } from "./terminal-store";

const HostNeedsDialog = lazy(() => import("./host-needs-dialog"));

/** For administrators of a server in a container: a shell of the machine around it, or what that takes. */
export function HostShellButton() {
  const t = useTranslations("terminal.host");
  const errorText = useErrorText();
  const isRoot = useCachedMe()?.is_root === true;
  const [isExplaining, setExplaining] = useState(false);
  const { data } = useQuery({
    queryKey: ["terminal", "host"],
    queryFn: ({ signal }) => api.terminal.getHostShell({}, { signal }),
    enabled: isRoot,
    // It takes another container to change it.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const missing = data?.missing ?? null;
  if (missing === null) return null;
  const open = async () => {
    const { id } = await api.terminal.openHostShell(usualTerminalSize);
    setDock({ activeId: id });
  };
  return (
    <>
      <IconButton
        label={t("open")}
        icon={<IconServer2 size={16} />}
        onClick={() => {
          if (missing.length > 0) setExplaining(true);
          else open().catch((error: unknown) => showToast({ kind: "error", message: errorText(error) }));
        }}
      />
      {isExplaining ? (
        <Suspense>
          <HostNeedsDialog missing={missing} onClose={() => setExplaining(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
