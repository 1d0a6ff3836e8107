import type { ITerminalOptions } from "@xterm/xterm";
import type { TerminalLook } from "@/lib/contracts/terminal-look";

/** What a user chose, as xterm calls it. A font that this device lacks gives way to the usual one. */
export function optionsOf(
  { fontSize, font, cursor, isBlinking }: TerminalLook,
  host: Element,
): Pick<ITerminalOptions, "fontSize" | "fontFamily" | "cursorStyle" | "cursorBlink"> {
  const usual = getComputedStyle(host).getPropertyValue("--mono").trim();
  return {
    fontSize,
    fontFamily: font === "default" ? usual : `"${font}", ${usual}`,
    cursorStyle: cursor,
    cursorBlink: isBlinking,
  };
}
