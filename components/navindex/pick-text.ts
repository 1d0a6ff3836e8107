/** More than any board has. */
const maxBytes = 2 * 1024 * 1024;

/** The text of a small file that the user chooses, its beginning if it is a long one; null when none was chosen. */
export function pickText(accept: string): Promise<string | null> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = accept;
    input.hidden = true;
    // Safari opens the dialog only for an input in the document.
    document.body.append(input);
    const finish = (file: File | null) => {
      input.remove();
      resolve(
        file === null
          ? null
          : file
              .slice(0, maxBytes)
              .text()
              .catch(() => null),
      );
    };
    input.addEventListener("change", () => finish(input.files?.[0] ?? null));
    input.addEventListener("cancel", () => finish(null));
    input.click();
  });
}
