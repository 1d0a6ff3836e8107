/** See make-messages.mjs. */
export declare function allMessagesTexts(): { file: string; text: string }[];
