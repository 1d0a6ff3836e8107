// What users write to be matched, each as bad as can be, beside what is harmless and as long.
import { maskSecrets } from "@/lib/server/base/mask-secrets";
import { parseIgnore } from "@/lib/server/docker/image/ignore-patterns";
import { compileExpression } from "@/lib/server/storage/matching/expression";
import { isIgnored, withIgnoreText } from "@/lib/server/storage/matching/ignore-rules";
import { makeNameMatcher } from "@/lib/server/storage/matching/name-matcher";
import { matchesPattern, parsePattern } from "@/lib/shared/commands/role-command";
import { isNamedBy } from "@/lib/shared/container-rules";
import { parseImageReference } from "@/lib/shared/image-reference";
import { makeNameFilter } from "@/lib/shared/name-filter";
import { takes } from "../support/verdict";

const fits = (text: string, ...args: string[]) => {
  const pattern = parsePattern(text);
  return pattern !== null && matchesPattern(pattern, args);
};
const ignores = (text: string, path: string) => parseIgnore(text, 100).isIgnored(path);

const slowFilter = makeNameFilter(Array.from({ length: 200 }, (_, index) => `${"*a".repeat(20)}${index}`));
const plainFilter = makeNameFilter(Array.from({ length: 200 }, (_, index) => `${"ba".repeat(20)}*${index}`));
const slowGlob = makeNameMatcher({ mode: "glob", text: "*a".repeat(150), matchCase: false });

const ignoreFile = (part: string) =>
  Array.from({ length: 100_000 }, (_, index) => `${part.repeat(index % 90)}${index}[a-z]*?`).join("\n");
const readAndAsk = (text: string) => () => {
  const rules = withIgnoreText(null, text, "");
  for (let round = 0; round < 20; round++) isIgnored(rules, `/${"a".repeat(255)}`, false);
};

const expressions: [source: string, letters: string][] = [
  ["(a+)+$", "a"],
  ["(a|aa)+$", "a"],
  ["(a*)*b", "a"],
  ["(.*a){40}$", "a"],
  [".*a.{400}$", "ab"],
  ["(a?){30}(a?){30}a{60}$", "a"],
  [String.raw`(\b\w{0,5}\b)*(\b\w{0,5}\b)*$`, "ab c"],
  [String.raw`(?:\p{L}{1,9}){18}$`, "aß"],
];

export const patternVerdicts = [
  takes(
    "image reference: dashes and dots without end",
    () => [parseImageReference(`${"a-".repeat(120)}!`), parseImageReference(`${"a.".repeat(120)}!/b`)],
    {
      control: () => [parseImageReference("ab".repeat(120)), parseImageReference(`a.${"ab".repeat(119)}/b`)],
      most: 50,
    },
  ),
  takes(
    "container rule: sixty stars",
    () => isNamedBy(`${"a*".repeat(60)}b`, { name: "a".repeat(128), project: null }),
    { control: () => isNamedBy(`${"a*".repeat(60)}a`, { name: "a".repeat(128), project: null }), most: 50 },
  ),
  takes("command of a role: 255 stars, 16,000 letters", () => fits("*a".repeat(255), `${"a".repeat(16_000)}b`), {
    most: 10,
  }),
  takes("command of a role: 200 arguments", () => fits("**", ...Array.from({ length: 200 }, () => "x".repeat(80))), {
    most: 2,
  }),
  takes(
    ".dockerignore: stars and stars of folders",
    () => ignores(`${"*a".repeat(100)}b\n${"**/".repeat(100)}x`, `${"a".repeat(255)}/${"a/".repeat(500)}c`),
    { most: 20 },
  ),
  takes("names to leave out: 200 slow patterns", () => slowFilter("a".repeat(255)), {
    control: () => plainFilter("ba".repeat(127)),
    most: 300,
  }),
  takes("glob of a search: 150 stars", () => slowGlob.matches(`${"a".repeat(140)}b`), { most: 5 }),
  takes(".gitignore: 100,000 slow lines, 20 names", readAndAsk(ignoreFile("*a")), { most: 40 }),
  ...expressions.map(([source, letters]) => {
    const slow = compileExpression(source, false);
    const plain = compileExpression("a[a-z]{60}z$", false);
    let round = 0;
    const ask = ({ matches, rangesIn }: typeof slow, text: string) => [matches(text), rangesIn(text)];
    return takes(
      `expression of a search: ${source}`,
      () => ask(slow, `${letters.repeat(255).slice(0, 250)}!${round++ % 64}`),
      { control: () => ask(plain, `${"a".repeat(250)}!${round++ % 64}`), most: 100 },
    );
  }),
  ...["pass", "a", "key=", "pass ", "-p ", "//", "user=", `"key"`, "--key ", "a:", " "].map((part) =>
    takes(
      `secrets masked in a long text of ${JSON.stringify(part)}`,
      () => maskSecrets(part.repeat(400_000 / part.length)),
      {
        control: () => maskSecrets("word\n".repeat(80_000)),
        most: 100,
      },
    ),
  ),
];
