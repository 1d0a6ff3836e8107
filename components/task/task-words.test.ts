import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import type { Words } from "@/components/domain/entry/words";
import { failedText } from "@/components/domain/task/task-words";
import { consoleFeatures } from "@/components/features";
import { taskKindsOf } from "@/components/layout/task-kind";
import type { Task } from "@/lib/contracts/task";
import { locales } from "@/lib/shared/locales";
import type { Messages } from "@/messages/en";

const kinds = consoleFeatures.flatMap(({ tasks = [] }) => tasks);

async function wordsIn(locale: (typeof locales)[number]): Promise<Words> {
  const { messages } = (await import(`../../messages/${locale}.ts`)) as { messages: Messages };
  const say = createTranslator({ locale, messages });
  const t = createTranslator({ locale, messages, namespace: "file" });
  return { t, errorText: String, tasks: taskKindsOf(kinds, say) };
}

const failed = (more: Partial<Task>) =>
  ({ kind: "pull", title: "alpine:nope", count: 1, files: 0, failureCount: 1, total: null, ...more }) as Task;

test.each([
  [failed({}), "Pull alpine:nope failed: No such image"],
  [failed({ kind: "copy", title: "a.txt" }), "Copy “a.txt” failed: No such image"],
  [
    failed({ kind: "copy", title: "a.txt", count: 3, failureCount: 3 }),
    "Copy “a.txt” and 2 more failed: No such image",
  ],
  [
    failed({ kind: "copy", title: "a.txt", count: 3, files: 2 }),
    "Partially completed (2 of 3): Copy “a.txt” and 2 more. No such image",
  ],
])("a failure says what failed: %j", async (task, said) => {
  expect(failedText(task, "No such image", await wordsIn("en"))).toBe(said);
});

test.each(locales)("of every kind, in %s", async (locale) => {
  const words = await wordsIn(locale);
  for (const { kind } of kinds) {
    const said = failedText(failed({ kind, title: "the-name" }), "the-reason", words);
    expect(said).toContain(words.tasks.title(failed({ kind, title: "the-name" })));
    expect(said).toContain("the-reason");
  }
});
