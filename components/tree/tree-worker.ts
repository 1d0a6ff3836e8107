import { formatOf, maxTreeBytes, parseTree, TreeProblem } from "./parse-tree";
import { TreeModel } from "./tree-model";
import type { FromTree, ToTree } from "./tree-protocol";

const pageRows = 100;
let model: TreeModel | null = null;
let version = 0;

const tell = (message: FromTree) => postMessage(message);

function tellState(): void {
  version += 1;
  tell({ type: "state", version, count: model?.count ?? 0 });
}

async function open(url: string, name: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok || response.body === null) {
    tell({ type: "failed", failure: { why: "network", status: response.status } });
    return;
  }
  const text = await readText(response.body);
  if (text === null) {
    tell({ type: "failed", failure: { why: "tooLarge" } });
    return;
  }
  try {
    model = new TreeModel(parseTree(text, formatOf(name)));
    tellState();
  } catch (error) {
    const problem = error instanceof TreeProblem ? error : new TreeProblem(String(error));
    const { message, line, column } = problem;
    tell({ type: "failed", failure: { why: "syntax", message: message.slice(0, 300), line, column } });
  }
}

/** Null: there is too much of it. */
async function readText(body: ReadableStream<Uint8Array>): Promise<string | null> {
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length <= maxTreeBytes) continue;
    await reader.cancel();
    return null;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

type Message<T extends ToTree["type"]> = Extract<ToTree, { type: T }>;

const answers: { [T in ToTree["type"]]: (message: Message<T>, tree: TreeModel) => void } = {
  open: () => {},
  rows: ({ version: asked, from, count }, tree) =>
    tell({ type: "rows", version: asked, page: Math.floor(from / pageRows), rows: tree.rows(from, count) }),
  toggle: ({ index, isOpen }, tree) => {
    tree.setOpen(index, isOpen);
    tellState();
  },
  all: ({ isOpen }, tree) => {
    tree.setAll(isOpen);
    tellState();
    tell({ type: "go", index: 0 });
  },
  find: ({ text }, tree) => {
    tree.find(text);
    tell({ type: "found", text, count: tree.foundCount });
  },
  reveal: ({ hit }, tree) => {
    const index = tree.reveal(hit);
    tellState();
    tell({ type: "go", index });
  },
  goToParent: ({ index }, tree) => tell({ type: "go", index: tree.parentOf(index) }),
  copy: ({ what, index }, tree) =>
    tell({ type: "copied", text: what === "path" ? tree.pathOf(index) : tree.valueOf(index) }),
};

addEventListener("message", ({ data }: MessageEvent<ToTree>) => {
  if (data.type === "open") {
    open(data.url, data.name).catch(() => tell({ type: "failed", failure: { why: "network", status: 0 } }));
    return;
  }
  if (model === null) return;
  const answer = answers[data.type] as (message: ToTree, tree: TreeModel) => void; // the table has one for each type
  answer(data, model);
});
