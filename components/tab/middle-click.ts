import { openTab } from "@/components/domain/tab/tab-moves";
import { basePath, stripBasePath } from "@/lib/client/base-path";
import { isTabAddress } from "@/lib/shared/tabs";

/** The middle button opens links to pages of the app as tabs; Ctrl and Command remain the browser's way. */
export function listenToMiddleClicks(signal: AbortSignal): void {
  const onAuxClick = (event: MouseEvent) => {
    if (event.button !== 1 || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const address = addressAt(event.target);
    if (address === null) return;
    event.preventDefault();
    openTab(address, { isInBackground: !event.shiftKey });
  };
  document.addEventListener("auxclick", onAuxClick, { signal });
}

function addressAt(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest("a") : null;
  if (link === null || link.origin !== location.origin || link.hasAttribute("download")) return null;
  if (!link.pathname.startsWith(`${basePath()}/`)) return null;
  const address = stripBasePath(link.pathname) + link.search;
  return isTabAddress(address) ? address : null;
}
