import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { JournalLine } from "./journal-lines";

function shown(message: string): string {
  const entry = { cursor: "1", at: 0, priority: 6, source: "web", pid: 1, message, is_cut: false };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={{ systemd: { journal: { cut: "(cut)" } } }}>
      <JournalLine entry={entry} />
    </NextIntlClientProvider>,
  );
}

test("what a program wrote for a terminal is shown as one has it", () => {
  const html = shown("\u001b[1;35mbuild\u001b[0m 10%\r\u001b[1;35mbuild\u001b[0m 100%\u001b]0;title\u0007");
  expect(html).toMatch(
    /<span style="color:light-dark\(rgb\([\d, ]+\), rgb\([\d, ]+\)\);font-weight:600">build<\/span>/,
  );
  const text = html.replaceAll(/<[^>]*>/g, "");
  expect(text).toMatch(/build 100%$/);
  // Nor any sign of the control characters.
  expect(text).not.toMatch(/[\p{Cc}\u2400-\u2421]|\[0m/u);
});

test("what would show the rest in another order is a sign", () => {
  expect(shown("\u001b[31ma\u202eb")).toContain("a⟨U+202E⟩b");
});
