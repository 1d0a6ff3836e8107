import format from "icu-minify/format";
import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { locales } from "@/lib/shared/locales";
import { isBranch, type SomeMessages } from "@/lib/shared/messages";
import { callBy } from "@/lib/shared/own-name";
import { compileWords } from "@/scripts/make-messages.mjs";

type Values = Record<string, string | number | Date | ((chunks: unknown) => string)>;
type Text = string | readonly unknown[];

const numbers = [0, 1, 2, 5, 21, 1234.5];
const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};
const [select, plural, ordinal, number, date, time] = [1, 2, 3, 4, 5, 6];

function textsIn(words: SomeMessages, above = ""): [string, Text][] {
  return Object.entries(words).flatMap(([key, value]): [string, Text][] =>
    isBranch(value) ? textsIn(value, `${above}${key}.`) : [[above + key, value]],
  );
}

/** What may be given for each name in a compiled text: numbers for plurals, each of its options for a choice, a function for a tag. */
function valuesIn(parts: unknown, found = new Map<string, Values[string][]>()): Map<string, Values[string][]> {
  for (const part of Array.isArray(parts) ? parts : []) {
    if (!Array.isArray(part)) continue;
    const [name, type, options]: unknown[] = part;
    const key = String(name);
    if (part.length === 1) found.set(key, found.get(key) ?? ["first", "second"]);
    else if (type === date || type === time) found.set(key, [new Date(0)]);
    else if (type === number) found.set(key, numbers);
    else if (type === select || type === plural || type === ordinal) {
      const branches = options as Record<string, unknown>;
      found.set(key, type === select ? Object.keys(branches) : numbers);
      for (const branch of Object.values(branches)) valuesIn(branch, found);
    } else {
      found.set(key, [(chunks) => `[${[chunks].flat().join("")}]`]);
      valuesIn(part.slice(1), found);
    }
  }
  return found;
}

describe.each(locales)("%s, parsed", async (locale) => {
  const { messages } = (await import(`./${locale}.ts`)) as { messages: SomeMessages };
  const say = createTranslator<Record<string, string>>({
    locale,
    timeZone: "UTC",
    messages: messages as Record<string, string>, // each path is one of its keys
    onError: (error) => {
      throw error;
    },
  });
  const compiled = new Map(textsIn(compileWords(messages)));

  it("says what it says as it is written", () => {
    let tried = 0;
    const different: unknown[] = [];
    for (const [path] of textsIn(messages)) {
      const own = compiled.get(path);
      const choices = [...valuesIn(own)];
      for (let run = 0; run < numbers.length; run++) {
        const values = Object.fromEntries(choices.map(([name, some]) => [name, some[run % some.length]])) as Values;
        const said = format(own as Parameters<typeof format>[0], locale, values, { formatters, timeZone: "UTC" });
        // Nothing at all is a list without parts.
        const compiledText = [said].flat().join("");
        const written = say.markup(path, values);
        if (compiledText !== written) different.push([path, values, compiledText, written]);
        tried++;
        if (choices.length === 0) break;
      }
    }
    expect(different).toEqual([]);
    expect(tried).toBeGreaterThan(3000);
  });
});

it("a name with ICU's own signs is said as it is", () => {
  const named = callBy(
    compileWords({ a: "Can’t reach Filedeck", b: "{count} in Filedeck" }),
    "Ann's {box} <1>",
    "compiled",
  );
  expect(named).toEqual({ a: "Can’t reach Ann's {box} <1>", b: [["count"], " in Ann's {box} <1>"] });
});
