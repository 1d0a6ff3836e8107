/** The messages of one kind of secret; both have the words of a list, its question, a form and the secret itself. */
export type SecretWords = "account.tokens" | "account.dav";
