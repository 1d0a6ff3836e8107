import { isMobileNow } from "@/components/ui/use-media";
import { createStore } from "@/lib/shared/store";

const key = "filedeck.readme";

function read(): boolean {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? !isMobileNow() : kept === "open";
  } catch {
    return true;
  }
}

/** Whether this device shows what folders tell about themselves. Loaded in the browser only. */
export const readmeOpen = createStore(read());

export function openReadme(isOpen: boolean): void {
  readmeOpen.set(isOpen);
  try {
    localStorage.setItem(key, isOpen ? "open" : "closed");
  } catch {
    // Without room the choice holds until the page is left.
  }
}
