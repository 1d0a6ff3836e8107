import type { Book, Contents } from "foliate-js/book";
import type { FrameTools } from "./frame-host";
import { make, makeButton } from "./make-element";
import type { Pager } from "./pager";

type Options = { book: Book; tools: FrameTools; go: (index: number) => void; pager: Pager };

const maxContents = 1000;

/** What stands above a book: its contents, where one is, pages, the size of its letters. */
export function bookBar({ book, tools: { word }, go, pager }: Options) {
  const lines = flatten(book.toc ?? []).slice(0, maxContents);
  const contents = make("select", { label: word("contents") }, [
    make("option", { textContent: word("contents") }),
    ...lines.map(({ label, depth }, index) => {
      const option = make("option", { textContent: `${"  ".repeat(depth)}${label}` });
      option.value = String(index);
      return option;
    }),
  ]);
  contents.addEventListener("change", () => {
    const line = lines[Number(contents.value)];
    if (contents.value === "" || line === undefined) return;
    void Promise.resolve(book.resolveHref(line.href)).then((place) => place && go(place.index));
    pager.element.focus();
  });
  const place = make("span", { className: "dim", role: "status" });
  const element = make("div", { className: "bar" }, [
    ...(lines.length === 0 ? [] : [contents]),
    makeButton("‹", () => pager.turn(-1), word("previousPage")),
    makeButton("›", () => pager.turn(1), word("nextPage")),
    place,
    make("span", { className: "grow" }),
    makeButton("A−", () => pager.resize(-1), word("smaller")),
    makeButton("A+", () => pager.resize(1), word("larger")),
  ]);
  return {
    element,
    moved: (index: number, count: number) => {
      place.textContent = word("section", { index: index + 1, count });
    },
  };
}

function flatten(
  lines: readonly Contents[],
  depth = 0,
): (Omit<Contents, "label"> & { label: string; depth: number })[] {
  return lines.flatMap((line) => [
    { ...line, label: typeof line.label === "string" ? line.label : "", depth },
    ...flatten(line.subitems ?? [], depth + 1),
  ]);
}
