import { alertMeasures, formatAlertValue, isAlertMetric, type AlertMetric } from "./alerts";
import type { MessageParams, MessageWords } from "./notify";

type WordKey = `words.${MessageWords}.${"title" | "text"}` | `figures.${AlertMetric}` | "words.stateText";

type Speaking = {
  /** Texts of messages/<locale>/notify.json. */
  say: (key: WordKey, values: Record<string, string | number>) => string;
  /** What a task of this kind is called. */
  taskTitle: (task: { kind: string; title: string; count: number }) => string;
  locale: string;
};

/** A message in the words of a language: for the list in the header, and for what leaves the server. */
export function sayMessage(
  { words, params }: { words: MessageWords; params: MessageParams },
  { say, taskTitle, locale }: Speaking,
): { title: string; text: string } {
  const values: Record<string, string | number> = { ...params };
  const metric = params["metric"];
  const isAlert = isAlertMetric(metric);
  if (isAlert) {
    const { unit } = alertMeasures[metric];
    const amount = (name: string) => formatAlertValue(Number(params[name] ?? 0), unit, locale);
    const name = say(`figures.${metric}`, { subject: String(params["subject"] ?? "") });
    Object.assign(values, { name, value: amount("value"), limit: amount("limit") });
    if (unit === "state" && words !== "alertResolved")
      return { title: name, text: say("words.stateText", { host: values["host"] ?? "" }) };
  }
  if (typeof params["task"] === "string")
    values["task"] = taskTitle({
      kind: String(params["kind"] ?? ""),
      title: params["task"],
      count: Number(params["count"] ?? 1),
    });
  return { title: say(`words.${words}.title`, values), text: say(`words.${words}.text`, values) };
}
