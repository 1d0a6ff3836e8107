import ipaddr from "ipaddr.js";
import { z } from "zod";
import { askDocker } from "@/lib/server/docker/ask-docker";

const said = z.object({
  RegistryConfig: z
    .object({
      IndexConfigs: z.record(z.string(), z.object({ Secure: z.boolean() })).nullish(),
      InsecureRegistryCIDRs: z.array(z.string()).nullish(),
    })
    .nullish(),
});
export type RegistryConfig = z.output<typeof said>["RegistryConfig"];

/** What the daemon was told of registries; null where it does not say. */
export async function readRegistryConfig(): Promise<RegistryConfig> {
  const info = await askDocker("", (docker) => docker.info() as Promise<unknown>);
  return said.safeParse(info).data?.RegistryConfig ?? null;
}

/** Whether the daemon asks this registry without TLS where that has none: one that it was told so of, or one in such a network. */
export function isInsecure(host: string, addresses: readonly string[], config: RegistryConfig): boolean {
  const named = config?.IndexConfigs?.[host];
  if (named !== undefined) return !named.Secure;
  const networks = (config?.InsecureRegistryCIDRs ?? []).filter((network) => ipaddr.isValidCIDR(network));
  return addresses.some((address) => networks.some((network) => isWithin(address, network)));
}

function isWithin(address: string, network: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const [one, [base, bits]] = [ipaddr.process(address), ipaddr.parseCIDR(network)];
  return one.kind() === base.kind() && one.match(base, bits);
}
