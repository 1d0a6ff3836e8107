"use client";

import { useLook } from "./look";

/** The installation's picture, or the mark of the product: three lines of a list on the accent colour. */
export function Logo({ size = 20 }: { size?: number }) {
  const { logo } = useLook();
  if (logo !== null)
    return <img src={logo} width={size} height={size} alt="" style={{ flex: "none", objectFit: "contain" }} />;
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden style={{ flex: "none" }}>
      <defs>
        <linearGradient id="filedeck-logo" x1="0" y1="0" x2=".4" y2="1">
          <stop offset="0" stopColor="#2f6fed" />
          <stop offset="1" stopColor="#7a4ff0" />
        </linearGradient>
      </defs>
      <rect width="20" height="20" rx="5" fill="url(#filedeck-logo)" />
      <path d="M5 6h10M5 10h10M5 14h10" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
