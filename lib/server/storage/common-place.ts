/** The deepest folder, or the entry itself, that all of these places are at or below; `/` where they have nothing in common. */
export function commonPlace(places: readonly string[]): string {
  const [first = "/"] = places;
  let common = first;
  for (const place of places)
    while (common !== "/" && place !== common && !place.startsWith(`${common}/`))
      common = common.slice(0, common.lastIndexOf("/")) || "/";
  return common;
}
