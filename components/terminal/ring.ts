import type { TerminalLook } from "@/lib/contracts/terminal-look";

const flashMs = 150;
const toneMs = 120;
const toneHertz = 660;
const loudness = 0.08;

let isRinging = false;
let context: AudioContext | null = null;

/** A program rings; one that rings and rings is heard once at a time. */
export function ring(host: Element, bell: TerminalLook["bell"]): void {
  if (bell === "none" || isRinging) return;
  isRinging = true;
  setTimeout(() => (isRinging = false), flashMs * 2);
  if (bell === "sound") beep();
  else host.animate([{ filter: "invert(0.35)" }, { filter: "none" }], { duration: flashMs });
}

function beep(): void {
  context ??= new AudioContext();
  // Browsers keep a page silent until somebody has used it.
  if (context.state === "suspended") void context.resume();
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = toneHertz;
  const endsAt = context.currentTime + toneMs / 1000;
  volume.gain.setValueAtTime(loudness, context.currentTime);
  volume.gain.linearRampToValueAtTime(0, endsAt);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(endsAt);
}
