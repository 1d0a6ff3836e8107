const controls =
  "a[href], button, input, select, textarea, summary, iframe, [contenteditable=''], [contenteditable=true], [tabindex]";

/** What Tab stops at in an element and is shown, itself included, in the order of the document. */
export function tabStopsOf(host: Element): HTMLElement[] {
  const found = [...(host.matches(controls) ? [host] : []), ...host.querySelectorAll(controls)];
  return found.filter((one): one is HTMLElement => one instanceof HTMLElement && isTabStop(one));
}

function isTabStop(element: HTMLElement): boolean {
  return (
    element.tabIndex >= 0 && !element.matches(":disabled") && element.closest("[inert]") === null && isShown(element)
  );
}

function isShown(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}
