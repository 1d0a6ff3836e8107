import { LineCounter, visit } from "yaml";
import { readYaml } from "@/lib/shared/read-yaml";
import { mostChecked, type ComposeProblem } from "./check-compose";

/** What Compose has of the server, whatever the environment file says. */
const always = new Set(["PATH", "HOME", "LANG", "TZ", "TMPDIR", "COMPOSE_PROJECT_NAME"]);
/** `$$` is a dollar; a variable with `-`, `+`, or `?` says itself what is to be where it is not set. */
const variable = /\$(?:\$|\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;
const most = 50;

/** The variables of a Compose file that its environment does not set, each once: Compose puts nothing in their place, and goes on. */
export function checkVariables(text: string, environment: string): readonly ComposeProblem[] {
  if (text.length > mostChecked || !text.includes("$")) return [];
  const known = new Set([...always, ...namesIn(environment)]);
  const lines = new LineCounter();
  const found = new Map<string, ComposeProblem>();
  for (const document of readYaml(text, { lines }) ?? [])
    visit(document, {
      Scalar(key, { range }) {
        // Keys are taken as they are.
        if (key === "key" || !range) return;
        for (const match of text.slice(range[0], range[1]).matchAll(variable)) {
          const name = match[1] ?? match[2];
          if (name === undefined || known.has(name) || name.startsWith("DOCKER_") || found.has(name)) continue;
          const from = range[0] + match.index;
          const [start, end] = [lines.linePos(from), lines.linePos(from + match[0].length)];
          const place = { line: start.line, column: start.col, endLine: end.line, endColumn: end.col };
          found.set(name, { ...place, kind: "noVariable", text: name });
        }
      },
    });
  return [...found.values()].slice(0, most);
}

/** What an environment file sets. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*[=:]/gm)].map(([, name = ""]) => name);
}
