import { basePath } from "./base-path";

const name = "filedeck.person";
/** This window hears its own word as well. */
let isLeaving = false;

/** This session has come to see the console as somebody else: loads it anew here, at `page`, and in the other windows where they are. */
export function changePerson(page: string): void {
  isLeaving = true;
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
  window.location.assign(basePath() + page);
}

/** Until the signal. */
export function followPerson(signal: AbortSignal): void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener("message", () => isLeaving || window.location.reload());
  signal.addEventListener("abort", () => channel.close());
}
