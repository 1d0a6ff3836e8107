import { describe, expect, it } from "vitest";
import { bytesToName } from "./bytes-to-name";
import { editableName, shownName, withoutTurns } from "./shown-name";

const byteName = bytesToName(Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x2e, 0x74, 0x78, 0x74]));

describe("what would not be seen is a sign", () => {
  it.each([
    ["bill\u202Efdp.exe", "bill⟨U+202E⟩fdp.exe"],
    ["a\u2066b\u2069", "a⟨U+2066⟩b⟨U+2069⟩"],
    ["a\u200Eb\u200F", "a⟨U+200E⟩b⟨U+200F⟩"],
    ["a\u200Bb\uFEFFc\u2060d", "a⟨U+200B⟩b⟨U+FEFF⟩c⟨U+2060⟩d"],
    ["one\ntwo\r\t\u0007\u007f\u0085", "one␊two␍␉␇␡⟨U+0085⟩"],
    ["a\u2028b", "a⟨U+2028⟩b"],
    [byteName, "caf⟨E9⟩.txt"],
    ["pass\u200Dword", "pass⟨U+200D⟩word"],
    ["a\u{e0041}", "a⟨U+E0041⟩"],
    ["\u200D", "⟨U+200D⟩"],
  ])("%j", (name, shown) => {
    expect(shownName(name)).toBe(shown);
  });
});

it.each(["Grüße.txt", "日本 語.md", "👨‍👩‍👧‍👦.png", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️‍🔥", "می‌خواهم", "क्‍ष", "שלום", "a–b ⟨x⟩ ␊"])(
  "%s stays as it is",
  (name) => {
    expect(shownName(name)).toBe(name);
  },
);

describe("a field", () => {
  it.each(["bill\u202Efdp.exe", "one\ntwo", byteName, "plain.txt", "⟨U+202E⟩ \u202E", "👨‍👩‍👧 \u200B"])(
    "gives %j back when nothing was changed",
    (name) => {
      const { text, toName } = editableName(name);
      expect(toName(text)).toBe(name);
    },
  );

  it("keeps what is not seen where its sign stays, and drops it where the sign is deleted", () => {
    const { text, toName } = editableName("a\u202Eb\nc");
    expect(text).toBe("a⟨U+202E⟩b␊c");
    expect(toName("x⟨U+202E⟩b␊c")).toBe("x\u202Eb\nc");
    expect(toName("ab␊c")).toBe("ab\nc");
  });

  it("does not turn signs that somebody types into what the name never had", () => {
    expect(editableName("plain").toName("a⟨U+202E⟩␊")).toBe("a⟨U+202E⟩␊");
  });
});

it("what a program wrote is read in the order in which it was written", () => {
  expect(withoutTurns("a\u202eltr\u2069\tb")).toBe("a⟨U+202E⟩ltr⟨U+2069⟩\tb");
});
