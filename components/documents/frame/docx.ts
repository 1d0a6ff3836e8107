import { renderAsync } from "docx-preview";
import { assertSafeZip, isZip } from "./assert-safe-zip";
import { cleanTree } from "./clean-tree";
import { CannotShow, serveFrame } from "./frame-host";
import { make } from "./make-element";

/** A Word document as pages. What it links to from outside, and HTML that is embedded in it, stays out. */
serveFrame(async ({ bytes }, stage, { word }) => {
  // Encrypted ones are no zip, but a file of the old kind around it.
  if (!isZip(bytes)) throw new CannotShow(isOldOffice(bytes) ? "locked" : "damaged");
  await assertSafeZip(bytes);
  const pages = make("div", { className: "scroll", tabIndex: 0, role: "document", label: word("document") });
  const styles = make("div");
  await renderAsync(bytes, pages, styles, {
    renderAltChunks: false,
    useBase64URL: true,
    ignoreLastRenderedPageBreak: false,
    renderComments: false,
  });
  cleanTree(pages);
  stage.replaceChildren(styles, pages);
  styles.hidden = true;
});

/** The signature of compound files (MS-CFB 2.2). */
function isOldOffice(bytes: ArrayBuffer): boolean {
  return bytes.byteLength > 8 && new DataView(bytes).getUint32(0) === 0xd0cf11e0;
}
