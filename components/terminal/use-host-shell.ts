import { useQuery } from "@tanstack/react-query";
import { usualTerminalSize } from "@/components/domain/terminal/wanted-terminal";
import { useErrorText } from "@/components/layout/use-error-text";
import { useCachedMe } from "@/components/layout/use-me";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { HostNeed } from "@/lib/shared/terminals";
import { setDock } from "./dock-store";

/** For administrators of a server in a container: a shell of the machine around it, or what that takes; null for all others. */
export function useHostShell(): { missing: readonly HostNeed[]; open: () => void } | null {
  const errorText = useErrorText();
  const isRoot = useCachedMe()?.is_root === true;
  const { data } = useQuery({
    queryKey: ["terminal", "host"],
    queryFn: ({ signal }) => api.terminal.getHostShell({}, { signal }),
    enabled: isRoot,
    // It takes another container to change it.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const missing = data?.missing ?? null;
  if (missing === null) return null;
  return {
    missing,
    open: () => {
      api.terminal
        .openHostShell(usualTerminalSize)
        .then(({ id }) => setDock({ activeId: id }))
        .catch((error: unknown) => showToast({ kind: "error", message: errorText(error) }));
    },
  };
}
