import type UPlot from "uplot";
import type { Alert } from "@/lib/contracts/alert";
import type { AlertMark } from "./alert-marks";

export type MarkColours = Readonly<Record<Alert["importance"], string>>;

/** In pixels of the screen. */
const bar = 4;
const flag = 5;
const leastWidth = 3;
/** How much of its colour lies behind the time of an alert. */
const veil = 0.1;

/** A bar on the time axis for as long as each alert went on, and a line with a flag where it began. */
export function drawMarks(plot: UPlot, marks: readonly AlertMark[], colours: MarkColours): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  const { left: start, top, width: whole, height } = bbox;
  ctx.save();
  ctx.beginPath();
  // The flags stand on the axis, below the lines.
  ctx.rect(start - flag * scale, top, whole + 2 * flag * scale, height + (bar + flag) * scale);
  ctx.clip();
  for (const { alert, from, to, hasBegun, hasEnded } of marks) {
    const [left, right] = [plot.valToPos(from, "x", true), plot.valToPos(to, "x", true)];
    const width = Math.max(leastWidth * scale, right - left);
    ctx.fillStyle = colours[alert.importance];
    ctx.globalAlpha = veil;
    ctx.fillRect(left, top, width, height);
    ctx.globalAlpha = 1;
    ctx.fillRect(left, top + height, width, bar * scale);
    if (hasEnded) ctx.fillRect(left + width - scale, top + height - flag * scale, scale, flag * scale);
    if (!hasBegun) continue;
    ctx.fillRect(left, top, scale, height);
    ctx.beginPath();
    ctx.moveTo(left, top);
    ctx.lineTo(left + 1.6 * flag * scale, top + flag * scale * 0.9);
    ctx.lineTo(left, top + 1.8 * flag * scale);
    ctx.fill();
  }
  ctx.restore();
}
