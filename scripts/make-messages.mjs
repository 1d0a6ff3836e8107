// Writes messages/<locale>.ts, which put together what lies in messages/<locale>/: one file for each part of the screen that has words of its own.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./fingerprint.mjs";

const folder = path.join(root, "messages");

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
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      file: path.join(folder, `${name}.ts`),
      text: messagesText(
        name,
        readdirSync(path.join(folder, name)).filter((file) => file.endsWith(".json")),
      ),
    }));
}

/** Writes the files that have changed. */
export function makeMessages() {
  for (const { file, text } of allMessagesTexts())
    if (readFileSync(file, { encoding: "utf8", flag: "a+" }) !== text) writeFileSync(file, text);
}
