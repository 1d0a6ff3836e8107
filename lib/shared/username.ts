/** The form in which usernames are given and compared: keyboards and systems write the same letters in one code point or in several. */
export function usernameForm(username: string): string {
  return username.normalize("NFC");
}

export function isSameUsername(one: string, other: string): boolean {
  return usernameForm(one) === usernameForm(other);
}

/** As rows may have it that were written before there was one form. */
export function usernameForms(username: string): string[] {
  return [...new Set([username, usernameForm(username), username.normalize("NFD")])];
}
