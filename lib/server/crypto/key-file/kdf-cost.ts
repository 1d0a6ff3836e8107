const tags = { integer: 0x02, sequence: 0x30 };
/** Half a million rounds of PBKDF2 with the length of its key beside them, or scrypt with a hundred times its usual cost. */
const maxProduct = 16_000_000;
const maxDepth = 8;

/**
 * Whether the derivation that an encrypted PKCS#8 key asks for (RFC 5958 §3, RFC 8018) ends soon: OpenSSL does what the file says, and
 * nothing can stop it. Every number among the parameters makes it longer.
 */
export function isCheapToOpen(der: Uint8Array): boolean {
  const whole = readElement(der);
  const parameters = whole?.tag === tags.sequence ? readElement(whole.content) : null;
  if (parameters?.tag !== tags.sequence) return false;
  const product = productOf(parameters.content, maxDepth);
  return product !== null && product <= maxProduct;
}

/** Null where it cannot be read. */
function productOf(content: Uint8Array, depth: number): number | null {
  if (depth === 0) return null;
  let product = 1;
  for (let rest = content; rest.length > 0;) {
    const element = readElement(rest);
    if (element === null) return null;
    const factor =
      element.tag === tags.integer
        ? element.content.reduce((sum, byte) => sum * 256 + byte, 0)
        : element.tag === tags.sequence
          ? productOf(element.content, depth - 1)
          : 1;
    if (factor === null) return null;
    product *= Math.max(1, factor);
    rest = element.rest;
  }
  return product;
}

type Element = { tag: number; content: Uint8Array; rest: Uint8Array };

function readElement(der: Uint8Array): Element | null {
  const [tag, first] = [der[0], der[1]];
  if (tag === undefined || first === undefined) return null;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > 3) return null;
  const length =
    lengthBytes === 0 ? first : der.subarray(2, 2 + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0);
  const start = 2 + lengthBytes;
  if (start + length > der.length) return null;
  return { tag, content: der.subarray(start, start + length), rest: der.subarray(start + length) };
}
