const secondMs = 1_000;
const minuteSeconds = 60;
const hourSeconds = 3_600;

/** As clocks of players have it, in every language: 0:07, 12:34, 1:02:03. */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / secondMs);
  const hours = Math.floor(seconds / hourSeconds);
  const minutes = Math.floor((seconds % hourSeconds) / minuteSeconds);
  const two = (value: number) => String(value).padStart(2, "0");
  const rest = two(seconds % minuteSeconds);
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${two(minutes)}:${rest}`;
}
