type OnNetworks<T> = { NetworkSettings: { Networks: Record<string, T> | null } };

/** The networks of a container by name. Podman says null for one without any, whatever its description says. */
export function networksOf<T>({ NetworkSettings }: OnNetworks<T>): Record<string, T> {
  return NetworkSettings.Networks ?? {};
}
