type Options<Tag extends keyof HTMLElementTagNameMap> = Partial<
  Pick<
    HTMLElementTagNameMap[Tag],
    keyof HTMLElementTagNameMap[Tag] & ("className" | "textContent" | "title" | "tabIndex" | "dir")
  >
> & { label?: string; role?: string };

/** An element with what is most often wanted of it; texts are never markup. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { label, role, ...properties }: Options<Tag> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  if (label !== undefined) element.setAttribute("aria-label", label);
  if (role !== undefined) element.setAttribute("role", role);
  element.append(...children);
  return element;
}

export function makeButton(text: string, onClick: () => void, label?: string): HTMLButtonElement {
  const button = make(
    "button",
    label === undefined ? { textContent: text } : { textContent: text, label, title: label },
  );
  button.type = "button";
  button.addEventListener("click", onClick);
  return button;
}
