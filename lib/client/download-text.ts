/** Gives the user a file of what is here already. */
export function downloadText(name: string, text: string): void {
  downloadBytes(name, text);
}

/** The same of bytes; the browser is not told what they are, so that it shows none of them. */
export function downloadBytes(name: string, bytes: BlobPart): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
