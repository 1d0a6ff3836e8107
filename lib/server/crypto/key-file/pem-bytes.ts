const [head, foot] = ["KEY-----", "-----END"];

/** What is between the lines of a PEM key (RFC 7468); empty where there is none. */
export function pemBytes(text: string): Buffer {
  const start = text.indexOf(head);
  const end = text.indexOf(foot, start + head.length);
  const base64 = start < 0 || end < 0 ? "" : text.slice(start + head.length, end);
  return Buffer.from(/[^A-Za-z0-9+/=\s]/.test(base64) ? "" : base64, "base64");
}
