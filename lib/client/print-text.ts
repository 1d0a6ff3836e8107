/** Prints a text and nothing else of the page. `base.css` hides the rest on paper. */
export function printText(text: string): void {
  const paper = document.createElement("pre");
  paper.className = "printed";
  paper.textContent = text;
  document.body.append(paper);
  document.documentElement.dataset["printing"] = "";
  // Blocks until the browser's dialog is closed, or has taken a picture of the page.
  window.print();
  delete document.documentElement.dataset["printing"];
  paper.remove();
}
