import tls from "node:tls";

/** With both keys in the first message, as OpenSSL does by itself from 3.5 on: for one alone, servers that want the other ask again. Before, it knows neither the mark nor the first. */
const wanted = ["*X25519MLKEM768:*X25519:P-256:P-384:P-521", "X25519:P-256:P-384:P-521"];

/**
 * For all TLS of this process: keys are exchanged over elliptic curves alone. Otherwise the other side may choose a finite field, in TLS 1.2 one of its own of 10,000 bits, in
 * TLS 1.3 `ffdhe8192`: 0.2 to 1.6 seconds in which nobody has a turn, before its certificate is looked at. Servers without curves are gone (RFC 9325, section 4.2).
 */
export function leaveOutSlowExchanges(): void {
  tls.DEFAULT_ECDH_CURVE = wanted.find(isKnown) ?? tls.DEFAULT_ECDH_CURVE;
  if (!tls.DEFAULT_CIPHERS.endsWith(noFields)) tls.DEFAULT_CIPHERS += noFields;
}

const noFields = ":!DHE";

function isKnown(ecdhCurve: string): boolean {
  try {
    tls.createSecureContext({ ecdhCurve });
    return true;
  } catch {
    return false;
  }
}
