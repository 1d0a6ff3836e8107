/** What authenticator apps read from the QR code (Google's Key URI format). The host tells several Filedecks apart in the app's list. */
export function totpAddress({
  secret,
  username,
  name,
  host,
}: {
  secret: string;
  username: string;
  name: string;
  host: string;
}): string {
  const issuer = `${name.replaceAll(":", "")} (${host})`; // a colon ends it
  const fields = new Map([
    ["secret", secret],
    ["issuer", issuer],
    ["algorithm", "SHA1"],
    ["digits", "6"],
    ["period", "30"],
  ]);
  const query = Array.from(fields, ([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(username)}?${query}`;
}
