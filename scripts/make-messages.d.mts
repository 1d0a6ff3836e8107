import type { SomeMessages } from "@/lib/shared/messages";

/** See make-messages.mjs. */
export declare function allMessagesTexts(): { file: string; text: string }[];

/** See make-messages.mjs. */
export declare function splitWords(
  words: SomeMessages,
  paths: readonly string[],
): { first: SomeMessages; rest: SomeMessages };
export function compileWords(words: SomeMessages): SomeMessages;
