import type { LandlockRule } from "./landlock-launcher";
import { rightsFor } from "./landlock-rights";

const programs = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
const devices = ["null", "zero", "full", "random", "urandom", "tty"];

/** The machine's programs, these names of /etc, and the devices that are nobody's. */
export function systemRules(ofEtc: readonly string[], abi: number): LandlockRule[] {
  const reading = rightsFor("read", abi);
  return [
    ...[...programs, ...ofEtc.map((name) => `/etc/${name}`)].map((place) => systemRule(place, reading)),
    ...devices.map((name) => systemRule(`/dev/${name}`, rightsFor("device", abi))),
  ];
}

/** For what only root can change. */
export const systemRule = (place: string, rights: number): LandlockRule => ({
  place,
  rights,
  isOptional: true,
  id: null,
});
