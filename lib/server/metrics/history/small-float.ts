/**
 * Figures in two bytes: sign, six bits of exponent, nine of mantissa. From 0.0005 to 4 × 10^15, half a unit in the last place being a
 * thousandth of the value: more than a chart can show. What is smaller is 0, what is larger the largest.
 */
const mantissaBits = 9;
const unit = 2 ** mantissaBits;
const lowest = -12;
const exponents = 64;
/** No figure: the largest negative one. */
const none = 0xffff;
const powers = Float64Array.from({ length: exponents }, (_, index) => 2 ** (index + lowest));

export function encodeFigure(value: number | null): number {
  if (value === null || !Number.isFinite(value)) return none;
  const sign = value < 0 ? 0x8000 : 0;
  const size = Math.abs(value);
  let exponent = Math.floor(Math.log2(size));
  let mantissa = Math.round((size / 2 ** exponent - 1) * unit);
  if (mantissa === unit) [exponent, mantissa] = [exponent + 1, 0];
  // The lowest exponent is for 0 alone.
  if (size === 0 || exponent <= lowest) return 0;
  if (exponent >= lowest + exponents) return sign | (sign === 0 ? 0x7fff : 0x7ffe);
  const code = sign | ((exponent - lowest) << mantissaBits) | mantissa;
  return code === none ? none - 1 : code;
}

export function decodeFigure(code: number): number | null {
  if (code === none) return null;
  const index = (code & 0x7fff) >> mantissaBits;
  if (index === 0) return 0;
  const size = (powers[index] ?? 0) * (1 + (code & (unit - 1)) / unit);
  return (code & 0x8000) === 0 ? size : -size;
}
