import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import de from "@/messages/de/alert.json";
import en from "@/messages/en/alert.json";
import ru from "@/messages/ru/alert.json";
import { sayTimes } from "./say-times";

const say = (locale: "en" | "de" | "ru", times: number, known_minutes: number) =>
  sayTimes(createTranslator({ locale, messages: { alert: { en, de, ru }[locale] }, namespace: "alert.preview" }), {
    times,
    seconds: times * 300,
    known_minutes,
  });

test.each([
  [0, 18, "Wouldn’t have fired in the last 18 minutes, all there is so far"],
  [1, 1, "Would have fired once, 5 min in all, in the last minute, all there is so far"],
  [2, 60, "Would have fired 2 times, 10 min in all, in the last hour, all there is so far"],
  [0, 1439, "Wouldn’t have fired in the last 24 hours, all there is so far"],
  [0, 1440, "Wouldn’t have fired in the last day, all there is so far"],
  [0, 10_079, "Wouldn’t have fired in the last 7 days"],
])("%i times in %i minutes", (times, minutes, text) => {
  expect(say("en", times, minutes)).toBe(text);
});

test("no number stands before a single day", () => {
  expect(say("de", 1, 1500)).toBe(
    "Hätte am letzten Tag einmal ausgelöst, insgesamt 5 min (mehr Verlauf gibt es noch nicht)",
  );
  expect(say("ru", 0, 1500)).toBe("За последний день: не сработало бы (более ранней истории пока нет)");
});
