import { AppError } from "@/lib/shared/errors";
import type { HostRow } from "./hosts";
import { oldAlgorithms, type AlgorithmKind } from "./old-algorithms";
import type { Offer } from "./read-offer";

/** In the words of ssh2. */
const kinds: readonly (readonly [RegExp, AlgorithmKind])[] = [
  [/no matching key exchange/i, "kex"],
  [/no matching host key/i, "hostKey"],
  [/no matching \S+ cipher/i, "cipher"],
  [/no matching \S+ MAC/i, "mac"],
];

/** Why a host and we could not agree, by what it offers: ssh/old-algorithms where allowing those helps, otherwise ssh/no-algorithm. Null for any other failure. */
export function algorithmsError(
  cause: unknown,
  { host, offer }: { host: Pick<HostRow, "name" | "allowsOld">; offer: Offer | null },
): AppError | null {
  const message = cause instanceof Error ? cause.message : "";
  const kind = kinds.find(([words]) => words.test(message))?.[1];
  if (kind === undefined) return null;
  const offered = offer?.[kind] ?? [];
  const old: readonly string[] = oldAlgorithms()[kind];
  const isOld = !host.allowsOld && offered.some((name) => old.includes(name));
  const params = { host: host.name, kind, algorithms: offered.join(", ") };
  return new AppError(isOld ? "ssh/old-algorithms" : "ssh/no-algorithm", params, { cause });
}
