export const searchBoxId = "file-search";

/** Puts the keyboard into the header's search box. */
export function focusSearch(): void {
  const box = document.getElementById(searchBoxId);
  if (!(box instanceof HTMLInputElement)) return;
  box.focus();
  box.select();
}
