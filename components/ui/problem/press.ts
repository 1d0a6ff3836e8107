let last: Element | null = null;

/** What the user's last act was on: the pressed button, or what had the focus when a key was used. Null: nothing of the page. */
export const lastPress = (): Element | null => last;

export function notePress(element: Element | null): void {
  last = element;
}
