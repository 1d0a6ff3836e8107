/** What every list of leaked passwords begins with, without the digits and signs that people add. */
const common = new Set(
  `password passwort passwd pass motdepasse contrasena contraseña senha parola mima mimashi parole welcome willkommen
  bienvenue bienvenido admin administrator administrateur adminadmin root rootroot toor user username login master manager
  system server default changeme changeit letmein letmeinnow iloveyou iloveu loveyou lovely love princess prinzessin
  sunshine shadow monkey dragon superman batman spiderman pokemon starwars football fussball fútbol baseball basketball
  hockey soccer michael jennifer jessica michelle daniel andrew joshua thomas robert charlie jordan hunter ranger
  computer internet samsung google facebook linkedin twitter youtube microsoft windows apple iphone android linux
  whatever trustno trustnoone freedom secret geheim topsecret private access security secure hello hallo hellohello
  helloworld bonjour qwerty qwertz azerty qwertyui qwertyuiop qwertzuiop azertyuiop asdfgh asdfghjk asdfghjkl zxcvbn
  zxcvbnm yxcvbnm qazwsx qazwsxedc qweasd qweasdzxc qweqwe asdasd zaqxsw 1q2w3e4r 1q2w3e4r5t q1w2e3r4 1qaz2wsx zaq12wsx wasdwasd abcdef abcabc abcd test testing
  testtest tester temp temporary guest gast demo example sample cookie cheese chocolate schatz hund katze purple
  orange yellow silver golden summer sommer winter spring autumn herbst january february monday friday maggie ashley
  bailey buster ginger pepper killer ninja mustang ferrari porsche mercedes corvette harley liverpool arsenal chelsea
  barcelona realmadrid juventus blink matrix pussy fuckyou fuckoff asshole bitch sexy biteme nothing nopass none null
  backup storage nas synology qnap homeserver files filemanager`.split(/\s+/),
);

const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "qwertzuiop",
  "asdfghjkl",
  "zxcvbnm",
  "azertyuiop",
];
const readAs: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "!": "i",
  "3": "e",
  "4": "a",
  "@": "a",
  "5": "s",
  $: "s",
  "7": "t",
};

/**
 * Whether a guesser's first million tries hold it: a common word or one of the names (user, product), also written with digits
 * for letters, twice, or with digits and signs around it; a run of the keyboard or the alphabet; a short piece repeated.
 * Of at most 256 characters.
 */
export function isCommonPassword(password: string, names: readonly string[]): boolean {
  const lower = password.normalize("NFKC").toLowerCase();
  const letters = lower.replace(/./gu, (sign) => readAs[sign] ?? sign);
  const known = (word: string) => common.has(word) || names.some((name) => word === name.toLowerCase());
  const bare = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const isWord = (text: string) => [text, bare(text)].some((word) => known(word) || known(pieceOf(word)));
  if (isWord(lower) || isWord(letters) || isWord(bare(lower).replace(/./gu, (sign) => readAs[sign] ?? sign)))
    return true;
  const piece = pieceOf(lower);
  return piece.length <= 3 || isRun(piece) || isRun(lower.replace(/[^\p{L}\p{N}]/gu, ""));
}

/** The piece that a text repeats, such as `abc` of `abcabcab`; the whole text where it repeats none. */
function pieceOf(text: string): string {
  for (let length = 1; length <= text.length / 2; length++)
    if (
      text ===
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .slice(0, text.length)
    )
      return text.slice(0, length);
  return text;
}

/** Made of neighbours on the keyboard or in the alphabet, forwards or backwards, in at most three runs of three and more. */
function isRun(text: string): boolean {
  let [at, runs] = [0, 0];
  while (at < text.length && runs <= 3) {
    const length = runAt(text, at);
    if (length < 3) return false;
    at += length;
    runs++;
  }
  return text !== "" && runs <= 3;
}

function runAt(text: string, from: number): number {
  let longest = 1;
  for (const row of rows)
    for (const line of [row, Array.from(row).toReversed().join("")]) {
      let length = longest;
      while (from + length < text.length && line.includes(text.slice(from, from + length + 1))) length++;
      longest = length;
    }
  return longest;
}
