/** Opens the browser's file dialog; null when nothing was chosen. */
export function pickFiles({ folders }: { folders: boolean }): Promise<FileList | null> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = true;
    input.webkitdirectory = folders;
    input.hidden = true;
    // Safari opens the dialog only for an input in the document.
    document.body.append(input);
    const finish = (files: FileList | null) => {
      input.remove();
      resolve(files);
    };
    input.addEventListener("change", () => finish(input.files));
    input.addEventListener("cancel", () => finish(null));
    input.click();
  });
}
