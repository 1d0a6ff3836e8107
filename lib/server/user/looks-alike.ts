/**
 * Letters of other alphabets, each with the Latin one that it looks like in common fonts, from the confusables of UTS #39; in lower case, and as they look in upper
 * case: Cyrillic, Greek, Armenian and others.
 */
const pairs =
  "аa вb сc ԁd еe һh нh іi јj кk ӏl мm оo рp ԛq ѕs тt ѵv ԝw хx уy үy ёë їï " +
  "αa βb εe ηn ιi κk μm νv οo ρp σo τt υu χx γy ζz ωw " +
  "օo սu ոn հh ցg ɑa ɡg ɩi";
const twins = new Map(pairs.split(" ").map((pair) => [pair.charAt(0), pair.charAt(1)]));

/** Whether one of these names could be taken for the other: they are the same but for capitals, signs that nobody sees, and what looks like one another. */
export function looksAlike(one: string, other: string): boolean {
  return plain(one) === plain(other) || plain(skeleton(one)) === plain(skeleton(other));
}

/** In lower case by way of upper case, where also ß, ı and the like come together. */
function plain(name: string): string {
  const folded = withoutHidden(name).toUpperCase().toLowerCase().normalize("NFKC").replaceAll("i\u0307", "i");
  return folded.replaceAll(/\p{L}/gu, (letter) => twins.get(letter) ?? letter);
}

/** What looks alike only as it is written: I, l and 1, O and 0, rn and m. */
function skeleton(name: string): string {
  return withoutHidden(name)
    .replaceAll(/[I1|ІӀΙ]/gu, "l")
    .replaceAll("0", "o")
    .replaceAll("m", "rn");
}

function withoutHidden(name: string): string {
  return name.normalize("NFKC").replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, "");
}
