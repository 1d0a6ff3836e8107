// A copy of this tree with the group of `group/` added to it as CONTRIBUTING.md says: two folders, a contract, words, and a line in each list.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const group = path.join(import.meta.dirname, "group");

/** What is added to files that are there: after the line that matches (or before it) comes this one. */
const lines = [
  [
    "lib/contracts/all.ts",
    "after",
    /^import \{ fileChannels,/,
    'import { linesChannels, linesContract } from "./lines";',
  ],
  ["lib/contracts/all.ts", "after", /^ {2}fetch: fetchContract,/, "  lines: linesContract,"],
  ["lib/contracts/all.ts", "after", /^export const channels = \{/, "  lines: linesChannels,"],
  ["lib/server/groups.ts", "after", /^import \{ fileGroup \}/, 'import { linesGroup } from "./lines/lines-group";'],
  ["lib/server/groups.ts", "after", /^ {2}fileGroup,/, "  linesGroup,"],
  [
    "components/features.ts",
    "after",
    /^import \{ fileFeature \}/,
    'import { linesFeature } from "./lines/lines-feature";',
  ],
  ["components/features.ts", "before", /^ {2}editorFeature,/, "  linesFeature,"],
];

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

/** Makes the tree in an empty folder; its packages are those of this one. */
export function makeTree(target) {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  const files = listed.toString().split("\0").filter(Boolean);
  for (const file of files.filter((one) => !one.startsWith("e2e/proof/") && existsSync(path.join(root, one))))
    cpSync(path.join(root, file), path.join(target, file), { recursive: true });
  linkPackages(target);
  for (const file of filesIn(group)) add(path.join(group, file), path.join(target, file));
  for (const [file, where, place, line] of lines) insert(path.join(target, file), { where, place, line });
}

/** The bundler follows no link out of the tree, so that the files themselves are linked; copied, where that cannot be. */
function linkPackages(target) {
  const packages = path.join(root, "node_modules");
  try {
    execFileSync("cp", ["-al", packages, target], { stdio: "ignore" });
  } catch {
    execFileSync("cp", ["-a", packages, target]);
  }
}

function add(from, to) {
  mkdirSync(path.dirname(to), { recursive: true });
  const text = readFileSync(from, "utf8");
  // Words for a file of words that there is: those of its own actions for the audit log.
  writeFileSync(to, existsSync(to) ? merged(readFileSync(to, "utf8"), text) : text);
}

function merged(...texts) {
  const [all, more] = texts.map((text) => JSON.parse(text));
  for (const [key, words] of Object.entries(more)) all[key] = { ...all[key], ...words };
  return `${JSON.stringify(all, null, 2)}\n`;
}

function insert(file, { where, place, line }) {
  const text = readFileSync(file, "utf8").split("\n");
  const at = text.findIndex((one) => place.test(one));
  if (at === -1) throw new Error(`${file} has no line ${place}`);
  text.splice(where === "after" ? at + 1 : at, 0, line);
  writeFileSync(file, text.join("\n"));
}
