import { read, utils, type WorkSheet } from "@e965/xlsx";
import { assertSafeZip, isZip } from "./assert-safe-zip";
import { CannotShow, serveFrame } from "./frame-host";
import { make, makeButton } from "./make-element";
import { showRows } from "./show-rows";

const maxRows = 100_000;
const maxCells = 1_000_000;

/** Values of a workbook, a sheet at a time; formulas are never calculated. */
serveFrame(async ({ bytes }, stage, { word, look }) => {
  if (isZip(bytes)) await assertSafeZip(bytes);
  const names = readBook(bytes, { bookSheets: true }).SheetNames;
  if (names.length === 0) throw new CannotShow("empty");
  const tabs = make("div", { className: "bar", role: "tablist", label: word("sheets") });
  const note = make("span", { className: "dim", role: "status" });
  const table = make("div", { className: "scroll", tabIndex: 0, role: "tabpanel", label: word("sheet") });
  let close = () => {};
  const open = (index: number) => {
    const name = names[index] ?? "";
    const sheet = readBook(bytes, { sheets: [index], sheetRows: maxRows }).Sheets[name];
    const { rows, isCut } = rowsOf(sheet);
    note.textContent =
      rows.length === 0
        ? word("sheetEmpty")
        : isCut
          ? word("sheetCut", { count: rows.length.toLocaleString(look.locale) })
          : "";
    close();
    close = showRows(table, rows);
    for (const [at, tab] of [...tabs.querySelectorAll("button")].entries()) {
      tab.setAttribute("aria-selected", String(at === index));
      tab.tabIndex = at === index ? 0 : -1;
    }
  };
  for (const [index, name] of names.entries()) {
    const tab = makeButton(name, () => open(index));
    tab.setAttribute("role", "tab");
    tabs.append(tab);
  }
  tabs.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const all = [...tabs.querySelectorAll("button")];
    const now = all.findIndex((tab) => tab === document.activeElement);
    if (step === undefined || now < 0) return;
    const next = all[(now + step * (look.dir === "rtl" ? -1 : 1) + all.length) % all.length];
    next?.focus();
    next?.click();
  });
  open(0);
  stage.replaceChildren(make("div", { className: "bar" }, [tabs, note]), table);
});

function readBook(bytes: ArrayBuffer, options: { bookSheets?: true; sheets?: number[]; sheetRows?: number }) {
  try {
    return read(bytes, { dense: true, cellFormula: false, cellHTML: false, cellText: true, ...options });
  } catch (error) {
    throw new CannotShow(error instanceof Error && /password|encrypt/i.test(error.message) ? "locked" : "damaged");
  }
}

/** What a cell shows; `isNumber` stands at the end of its column. */
type Cell = { text: string; isNumber: boolean };

function rowsOf(sheet: WorkSheet | undefined): { rows: Cell[][]; isCut: boolean } {
  const data: unknown = sheet?.["!data"];
  if (!Array.isArray(data)) return { rows: [], isCut: false };
  const rows: Cell[][] = [];
  let left = maxCells;
  for (const row of data) {
    const cells = Array.from<unknown, Cell>(Array.isArray(row) ? row : [], cellOf);
    left -= cells.length;
    if (left < 0) break;
    rows.push(cells);
  }
  const said = sheet?.["!fullref"] ?? sheet?.["!ref"];
  const total = typeof said === "string" ? utils.decode_range(said).e.r + 1 : rows.length;
  return { rows, isCut: rows.length < data.length || (rows.length >= maxRows && total > rows.length) };
}

function cellOf(cell: unknown): Cell {
  if (typeof cell !== "object" || cell === null) return { text: "", isNumber: false };
  const { w, v, t }: { w?: unknown; v?: unknown; t?: unknown } = cell;
  return { text: textOf(w) ?? textOf(v) ?? "", isNumber: t === "n" };
}

function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}
