import { isWithin } from "@/lib/shared/paths";
import type { KnownPlaces } from "@/lib/server/storage/known-places";
import type { PolicyInput } from "@/lib/server/storage/policy";
import { parseProtected } from "@/lib/server/storage/protected";
import type { Scope } from "@/lib/server/storage/scope";

/**
 * The places that take something away from an actor. What may be read alone does so inside what may be written: where nothing may be, as in a share, its
 * places only give, and under another name there is nothing of them.
 */
export function namedPlaces({ scopes, protectedPaths, hiddenDirs }: Omit<PolicyInput, "roots">): string[] {
  return [
    ...hiddenDirs,
    ...(scopes ?? []).flatMap(({ accessDirs, denyDirs, readOnlyDirs }) =>
      accessDirs.length === 0 ? denyDirs : [...denyDirs, ...readOnlyDirs],
    ),
    ...protectedPaths.flatMap((text) => parseProtected(text)?.base ?? []),
  ];
}

/** The lists with the other names of what they name, for whoever goes by names alone. */
export function withMoved<Input extends PolicyInput>(input: Input, { moved }: KnownPlaces): Input {
  if (moved.length === 0) return input;
  const also = (places: readonly string[]) => [
    ...places,
    ...moved.flatMap(({ from, to }) =>
      places.flatMap((place) =>
        isWithin(from, place) ? [to] : isWithin(place, from) ? [to + place.slice(from.length)] : [],
      ),
    ),
  ];
  const alsoIn = (scope: Scope): Scope => ({
    ...scope,
    readOnlyDirs: also(scope.readOnlyDirs),
    denyDirs: also(scope.denyDirs),
  });
  return {
    ...input,
    scopes: input.scopes?.map(alsoIn) ?? null,
    hiddenDirs: also(input.hiddenDirs),
    protectedPaths: [
      ...input.protectedPaths,
      ...moved.flatMap(({ from, to }) =>
        input.protectedPaths.flatMap((text) =>
          parseProtected(text)?.base === from ? [to + text.slice(from.length)] : [],
        ),
      ),
    ],
  };
}
