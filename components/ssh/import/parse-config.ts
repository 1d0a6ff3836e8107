import { defaultSshPort } from "@/lib/shared/ssh-hosts";

/** A host of an OpenSSH configuration (ssh_config(5)), as far as it can be taken over. */
export type ConfiguredHost = {
  name: string;
  address: string;
  port: number;
  /** Empty where it says none. */
  username: string;
  keepAlive: number | null;
  /** The last host on the way there. */
  jump: JumpHost | null;
};

/** `name`: of another host, or an address; `username` is empty where it says none. */
export type JumpHost = { name: string; port: number; username: string };

type Block = { patterns: readonly string[]; options: Map<string, string> };

const maxHosts = 200;

/**
 * The hosts that a configuration names: those without wildcards, each with what holds for it, where the first that says something counts. `Match` and `Include`
 * depend on the machine that the text is from, and are passed over.
 */
export function parseConfig(text: string): ConfiguredHost[] {
  const blocks = blocksOf(text);
  const names = new Set(blocks.flatMap(({ patterns }) => patterns).filter((pattern) => !/[*?!]/.test(pattern)));
  return [...names].slice(0, maxHosts).map((name) => describe(name, blocks));
}

function blocksOf(text: string): Block[] {
  let current: Block = { patterns: ["*"], options: new Map() };
  const blocks = [current];
  for (const line of text.split(/\r?\n/)) {
    const found = /^\s*([A-Za-z]+)(?:\s*=\s*|\s+)(.*?)\s*$/.exec(line);
    const [, key = "", value = ""] = found ?? [];
    const word = key.toLowerCase();
    if (word === "host" || word === "match") {
      current = { patterns: word === "host" ? wordsOf(value) : [], options: new Map() };
      blocks.push(current);
    } else if (word !== "" && !current.options.has(word)) current.options.set(word, wordsOf(value)[0] ?? "");
  }
  return blocks;
}

const wordsOf = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"|([^\s"]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");

function describe(name: string, blocks: readonly Block[]): ConfiguredHost {
  const own = blocks.filter(({ patterns }) => matches(patterns, name));
  const get = (option: string) => own.find(({ options }) => options.has(option))?.options.get(option) ?? null;
  const port = Number(get("port") ?? defaultSshPort);
  const keepAlive = Number(get("serveraliveinterval") ?? Number.NaN);
  const jump = get("proxyjump")?.split(",").at(-1)?.trim() ?? null;
  return {
    name,
    address: (get("hostname") ?? name).replaceAll("%h", name),
    port: Number.isInteger(port) && port > 0 && port < 65_536 ? port : defaultSshPort,
    username: get("user") ?? "",
    keepAlive: Number.isInteger(keepAlive) && keepAlive >= 0 && keepAlive <= 3600 ? keepAlive : null,
    jump: jump === null ? null : readJump(jump),
  };
}

/** `[user@]host[:port]`, also as an address (`ssh://`). */
function readJump(text: string): JumpHost | null {
  const [, username = "", name = "", port = ""] =
    /^(?:ssh:\/\/)?(?:([^@]*)@)?(\[[^\]]*\]|[^:]*)(?::(\d+))?\/?$/.exec(text) ?? [];
  if (name === "" || name.toLowerCase() === "none") return null;
  return { name: name.replaceAll(/[[\]]/g, ""), port: port === "" ? defaultSshPort : Number(port), username };
}

/** One that fits and none that excludes. */
function matches(patterns: readonly string[], name: string): boolean {
  const lower = name.toLowerCase();
  if (patterns.some((pattern) => pattern.startsWith("!") && fits(pattern.slice(1), lower))) return false;
  return patterns.some((pattern) => !pattern.startsWith("!") && fits(pattern, lower));
}

/** `*` is anything, `?` one character. Goes back to the last star only, so that no pattern takes long. */
function fits(pattern: string, name: string): boolean {
  const wanted = pattern.toLowerCase();
  let [at, from, star, kept] = [0, 0, -1, 0];
  while (from < name.length) {
    if (wanted[at] === "*") [star, kept, at] = [at, from, at + 1];
    else if (wanted[at] === "?" || wanted[at] === name[from]) [at, from] = [at + 1, from + 1];
    else if (star >= 0) [at, from, kept] = [star + 1, kept + 1, kept + 1];
    else return false;
  }
  return /^\**$/.test(wanted.slice(at));
}
