import { renderSVG } from "uqr";
import styles from "./qr-code.module.css";

/** A text for a phone's camera: dark on white in every theme, for readers of such codes want it so. Made in the browser. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`;
  return <img className={styles["code"]} src={code} alt={label} width={176} height={176} />;
}
