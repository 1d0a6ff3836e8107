/** A frame at work on a large file answers nothing for a while. */
const maxSilenceMs = 20_000;
const pingEveryMs = 4_000;

type Options = { ping: () => void; onSilence: () => void; now?: () => number };

/** Asks a frame again and again whether it is still there; one that says nothing for 20 seconds has hung. */
export function startWatchdog({ ping, onSilence, now = () => performance.now() }: Options) {
  let heardAt = now();
  let askedAt = heardAt;
  const timer = setInterval(() => {
    // A tab in the background, or a lid that was closed, was silent itself.
    if (now() - askedAt > 2 * pingEveryMs) heardAt = now();
    askedAt = now();
    if (now() - heardAt > maxSilenceMs) {
      clearInterval(timer);
      onSilence();
    } else ping();
  }, pingEveryMs);
  return {
    heard: () => {
      heardAt = now();
    },
    stop: () => clearInterval(timer),
  };
}
