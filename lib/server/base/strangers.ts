const prefix = "network ";

/** Who holds something of which nothing is known but the network, as `networkOf` writes it. */
export function strangerOf(network: string): string {
  return prefix + network;
}

export function isStranger(holder: string): boolean {
  return holder.startsWith(prefix);
}
