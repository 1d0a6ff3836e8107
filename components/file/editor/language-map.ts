import { languageOf } from "@/components/file/kinds";

export type EditorLanguage = { id: string; label: string };

/** The languages that the editor colours, as Monaco names them; names of languages are not translated. */
export const editorLanguages: readonly EditorLanguage[] = [
  { id: "plaintext", label: "Plain text" },
  { id: "bat", label: "Batch" },
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

export function languageForFile(name: string): string {
  return monacoLanguage(languageOf(name));
}

export function languageLabel(id: string): string {
  return editorLanguages.find((language) => language.id === id)?.label ?? id;
}
