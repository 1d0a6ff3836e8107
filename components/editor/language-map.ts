import { extensionOf, languageOf } from "@/components/domain/entry/kinds";

export type EditorLanguage = { id: string; label: string };

/** The languages that the editor colours, as Monaco names them; names of languages are not translated. */
export const editorLanguages: readonly EditorLanguage[] = [
  { id: "plaintext", label: "Plain text" },
  { id: "bat", label: "Batch" },
  { id: "conf", label: "Conf" },
  { id: "cpp", label: "C / C++" },
  { id: "csharp", label: "C#" },
  { id: "css", label: "CSS" },
  { id: "dockerfile", label: "Dockerfile" },
  { id: "go", label: "Go" },
  { id: "graphql", label: "GraphQL" },
  { id: "hcl", label: "HCL" },
  { id: "html", label: "HTML" },
  { id: "ini", label: "INI" },
  { id: "java", label: "Java" },
  { id: "javascript", label: "JavaScript" },
  { id: "json", label: "JSON" },
  { id: "kotlin", label: "Kotlin" },
  { id: "less", label: "Less" },
  { id: "lua", label: "Lua" },
  { id: "markdown", label: "Markdown" },
  { id: "perl", label: "Perl" },
  { id: "php", label: "PHP" },
  { id: "powershell", label: "PowerShell" },
  { id: "protobuf", label: "Protocol Buffers" },
  { id: "python", label: "Python" },
  { id: "r", label: "R" },
  { id: "ruby", label: "Ruby" },
  { id: "rust", label: "Rust" },
  { id: "scss", label: "SCSS" },
  { id: "shell", label: "Shell" },
  { id: "sql", label: "SQL" },
  { id: "swift", label: "Swift" },
  { id: "typescript", label: "TypeScript" },
  { id: "xml", label: "XML" },
  { id: "yaml", label: "YAML" },
];

const known = new Set(editorLanguages.map(({ id }) => id));

/** Where the specification's names differ from Monaco's. */
const renamed: Readonly<Record<string, string>> = { c_cpp: "cpp", text: "plaintext", sh: "shell", tsx: "typescript" };

/** Monaco's language for a name of the specification's table; what Monaco does not know is plain text. */
export function monacoLanguage(language: string): string {
  const id = renamed[language] ?? language;
  return known.has(id) ? id : "plaintext";
}

/**
 * Names and extensions that the specification's table has as text, which they are, and that have a form to colour all the
 * same.
 */
const coloured: Readonly<Record<string, string>> = {
  conf: "conf config cnf cfg htaccess npmrc hosts fstab crontab sshd_config ssh_config sudoers exports",
  ini: "ini gitconfig gitmodules",
  shell: "bash bashrc bash_profile bash_aliases bash_logout profile zshrc zprofile zshenv environment",
};
const colouredByWord = new Map(
  Object.entries(coloured).flatMap(([language, words]) => words.split(" ").map((word) => [word, language] as const)),
);

/** The language that a file is coloured as. */
export function languageForFile(name: string): string {
  const language = languageOf(name);
  const colour = colouredByWord.get(name.toLowerCase()) ?? colouredByWord.get(extensionOf(name));
  return monacoLanguage(language === "text" || language === "" ? (colour ?? language) : language);
}

export function languageLabel(id: string): string {
  return editorLanguages.find((language) => language.id === id)?.label ?? id;
}
