/** The one-time code in what was pasted: a whole set-up link or the code alone; null when it is neither. */
export function setupTokenIn(pasted: string): string | null {
  const text = pasted.trim();
  const fromLink = /[?&]token=([^&#\s]+)/.exec(text)?.[1];
  const token = fromLink === undefined ? text : safeDecode(fromLink);
  return /^[A-Za-z0-9_-]{8,256}$/.test(token) ? token : null;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
