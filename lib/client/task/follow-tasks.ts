import { keepChannel } from "@/lib/client/channel";
import type { Task } from "@/lib/contracts/task";

type Listener = { changed: (task: Task) => void; seen?: () => void };

const listeners = new Set<Listener>();
let stop: (() => void) | null = null;

/** Hears what changes about the user's tasks, until the returned function is called; all of a tab share one channel. */
export function followTasks(listener: Listener): () => void {
  listeners.add(listener);
  stop ??= keepChannel("task/follow", {}, (news) => {
    for (const { changed, seen } of listeners) {
      if ("changed" in news) changed(news.changed);
      else if ("seen" in news) seen?.();
    }
  });
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = null;
  };
}
