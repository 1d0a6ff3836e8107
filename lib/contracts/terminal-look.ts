import { z } from "zod";
import {
  terminalBells,
  terminalCursors,
  terminalFonts,
  terminalFontSizes,
  terminalRightClicks,
  usualTerminalLook as usual,
} from "@/lib/shared/terminals";

/** How a user's terminals look and what they do by themselves, on every device. What was stored before a field was there lacks it. */
export const terminalLook = z.object({
  fontSize: z.number().int().min(terminalFontSizes.least).max(terminalFontSizes.most).default(usual.fontSize),
  font: z.enum(terminalFonts).default(usual.font),
  cursor: z.enum(terminalCursors).default(usual.cursor),
  isBlinking: z.boolean().default(usual.isBlinking),
  bell: z.enum(terminalBells).default(usual.bell),
  rightClick: z.enum(terminalRightClicks).default(usual.rightClick),
  copyOnSelect: z.boolean().default(usual.copyOnSelect),
  /** OSC 52: programs may set the clipboard. There is none that lets them read it. */
  clipboardWrites: z.boolean().default(usual.clipboardWrites),
  /** The file list and the terminal on the screen keep to the same folder. */
  followsFolder: z.boolean().default(usual.followsFolder),
});
export type TerminalLook = z.output<typeof terminalLook>;
