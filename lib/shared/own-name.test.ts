import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { messages as de } from "@/messages/de";
import { messages as en } from "@/messages/en";
import { messages as es } from "@/messages/es";
import { messages as fr } from "@/messages/fr";
import { messages as ja } from "@/messages/ja";
import { messages as ko } from "@/messages/ko";
import { messages as ru } from "@/messages/ru";
import { messages as zh } from "@/messages/zh";
import { callBy } from "./own-name";

const all = { de, en, es, fr, ja, ko, ru, zh };

describe("callBy", () => {
  it.each(["Ann's {box} <1> & 'two' #3", "{}", "'{a}'", "家のサーバー", "$& $1"])(
    "says %s as it is written",
    (name) => {
      const say = createTranslator({
        locale: "en",
        messages: callBy(en, name, "source"),
        onError: (error) => expect.fail(error.message),
      });
      expect(say("layout.unreachable")).toBe(`Can’t reach ${name}. Reconnecting…`);
      expect(say("factor.recovery.fileTitle", { username: "mia", host: "nas" })).toBe(
        `${name} recovery codes for mia on nas`,
      );
    },
  );
  it("leaves no other name in any language, nor a word that bends the name", () => {
    for (const messages of Object.values(all))
      expect(JSON.stringify(callBy(messages, "Attic", "source"))).not.toContain("Filedeck");
    expect(JSON.stringify(all)).not.toMatch(/Filedecks|Filedeck[-’]/);
  });
  it("has the Korean particle that the last sound of the name asks for", () => {
    const hint = (name: string) =>
      callBy(ko, name, "source").layout.unreachable + callBy(ko, name, "source").auth.setup.closedTitle;
    expect(hint("서재")).toContain("서재가 이미");
    expect(hint("서점")).toContain("서점이 이미");
    expect(hint("Attic")).toContain("Attic이(가) 이미");
    expect(hint("서점")).toContain("서점에 연결할");
  });
  it("keeps the words as they are where no other name is given", () => {
    expect(callBy(en, "Filedeck", "source")).toBe(en);
    expect(callBy(en, "Attic", "source")).toBe(callBy(en, "Attic", "source"));
  });
});
