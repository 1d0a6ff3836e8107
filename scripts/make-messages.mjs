// Writes messages/<locale>.ts, which put together what lies in messages/<locale>/: one file for each part of the screen that has words of its own.
// For the pages the same in two files without spaces: the words that the file page begins with (messages/first-words.json), and the rest. Their texts
// are parsed here, so that no browser needs a parser.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import compile from "icu-minify/compile";
import { root } from "./fingerprint.mjs";

const folder = path.join(root, "messages");
const browserFolder = path.join(root, "lib/client/generated/words");

/** The source text for a language whose folder has these files. English is the type of all others. */
export function messagesText(locale, files) {
  const names = files.map((file) => path.basename(file, ".json")).toSorted();
  const imports = names.map((name) => `import ${name} from "./${locale}/${name}.json";`);
  const type = locale === "en" ? "" : ": Messages";
  return `// Written by scripts/make-messages.mjs from messages/${locale}/. Do not edit: run \`npm run generate\`.
${locale === "en" ? "" : 'import type { Messages } from "./en";\n'}${imports.join("\n")}

export const messages${type} = {
${names.map((name) => `  ${name},`).join("\n")}
};
${locale === "en" ? "\n/** The words of the screen; a language that lacks one does not compile. */\nexport type Messages = typeof messages;\n" : ""}`;
}

/** The file of each language and its text, as the folders are now. */
export function allMessagesTexts() {
  return localeFolders().map((locale) => ({
    file: path.join(folder, `${locale}.ts`),
    text: messagesText(locale, filesOf(locale)),
  }));
}

const localeFolders = () =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const filesOf = (locale) => readdirSync(path.join(folder, locale)).filter((file) => file.endsWith(".json"));
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/**
 * The words at the paths, and all others. A path is a file of words (`ui`), a part of it (`task.outcome`) or a text; `*` stands for any part of a
 * name (`*.nav`, `errors.file/*`), and what follows a `!` is not meant. Throws where a path leads to nothing.
 */
export function splitWords(words, paths) {
  const places = paths.map((text) => ({
    text,
    pattern: patternOf(text.replace("!", "")),
    isMeant: !text.startsWith("!"),
  }));
  const met = new Set();
  const isFirst = (path) => {
    const found = places.filter(({ pattern }) => pattern.test(path));
    for (const { text } of found) met.add(text);
    return found.length > 0 && found.every(({ isMeant }) => isMeant);
  };
  const split = (below, above) => {
    const parts = { first: {}, rest: {} };
    for (const [key, value] of Object.entries(below)) {
      if (isFirst(above + key)) parts.first[key] = value;
      else if (typeof value === "string") parts.rest[key] = value;
      else
        for (const [part, inner] of Object.entries(split(value, `${above}${key}.`)))
          if (Object.keys(inner).length > 0) parts[part][key] = inner;
    }
    return parts;
  };
  const parts = split(words, "");
  const missing = paths.filter((text) => !met.has(text));
  if (missing.length > 0) throw new Error(`There are no words at ${missing.join(", ")}`);
  return parts;
}

/** Of the signs in keys (letters, digits, dashes, slashes) none means something to a pattern. */
const patternOf = (text) => new RegExp(`^${text.replaceAll(".", "\\.").replaceAll("*", "[^.]*")}$`);

/** All texts parsed: those without values are strings again. */
export function compileWords(words) {
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [
      key,
      typeof value === "string" ? compile(value) : compileWords(value),
    ]),
  );
}

/** Browsers read a string of JSON faster than code. */
const moduleText = (words) => `import type { SomeMessages } from "@/lib/shared/messages";

export const messages: SomeMessages = JSON.parse(${JSON.stringify(JSON.stringify(words))});
`;

function browserTexts() {
  const paths = readJson(path.join(folder, "first-words.json"));
  return localeFolders().flatMap((locale) => {
    const files = filesOf(locale).toSorted();
    const words = Object.fromEntries(
      files.map((file) => [path.basename(file, ".json"), readJson(path.join(folder, locale, file))]),
    );
    return Object.entries(splitWords(words, paths)).map(([part, some]) => ({
      file: path.join(browserFolder, `${locale}-${part}.ts`),
      text: moduleText(compileWords(some)),
    }));
  });
}

/** Writes the files that have changed. */
export function makeMessages() {
  mkdirSync(browserFolder, { recursive: true });
  for (const { file, text } of [...allMessagesTexts(), ...browserTexts()])
    if (readFileSync(file, { encoding: "utf8", flag: "a+" }) !== text) writeFileSync(file, text);
}
