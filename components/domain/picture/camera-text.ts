/** Seconds as photographers write them: "1/250", "2.5". */
export function exposureText(seconds: number, number: (value: number) => string): string {
  if (seconds <= 0 || seconds > 0.3) return number(seconds);
  return `1/${Math.round(1 / seconds)}`;
}

/** Degrees as maps take them, five digits: about a meter. */
export function placeText({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}
