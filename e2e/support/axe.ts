import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * What axe finds on a page, an empty list at best: each rule with the elements that break it. `contrast` looks at colours
 * alone, for a second theme of a page whose elements were all judged in a first; `within` at a part of the page.
 */
export async function violationsOf(
  page: Page,
  { within, contrast = false }: { within?: string; contrast?: boolean } = {},
) {
  // One frame is all there is to look into; the mode for several opens a page of its own at each call.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (within !== undefined) axe.include(within);
  if (contrast) axe.withRules(["color-contrast", "link-in-text-block"]);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]);
}
