const prefix = "network ";

/** Who holds something of which nothing is known but the network, as `networkOf` writes it. */
export function anonymousHolder(network: string): string {
  return prefix + network;
}

export function isAnonymous(holder: string): boolean {
  return holder.startsWith(prefix);
}
