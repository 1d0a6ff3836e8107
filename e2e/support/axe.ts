import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { schemeOf } from "@/lib/shared/appearance";

/**
 * What axe finds on a page, an empty list at best: each rule with the elements that break it. `contrast` looks at colours
 * alone, for a second theme of a page whose elements were all judged in a first; `within` at a part of the page.
 */
export async function violationsOf(
  page: Page,
  { within, contrast = false }: { within?: string; contrast?: boolean } = {},
) {
  // One frame is all there is to look into; the mode for several opens a page of its own at each call.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  if (within !== undefined) axe.include(within);
  if (contrast) axe.withRules(["color-contrast", "link-in-text-block"]);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]);
}

/** The last leaves the page as it was. */
const themes = ["dark", "contrast", "light"] as const;

/** The same in each theme, of a page that is shown in the light one: its elements once, the colours of the others besides. */
export async function violationsInThemes(page: Page, part: { within?: string } = {}) {
  const found = [{ theme: "light", violations: await steadyViolationsOf(page, part) }];
  for (const theme of themes) {
    await page.evaluate(
      ([name, colors]) => Object.assign(document.documentElement.dataset, { theme: name, mantineColorScheme: colors }),
      [theme, schemeOf(theme, false).scheme] as const,
    );
    if (theme === "light") await settle(page);
    else found.push({ theme, violations: await steadyViolationsOf(page, { ...part, contrast: true }) });
  }
  return found.filter(({ violations }) => violations.length > 0);
}

/** What is found twice: a message whose time is over fades while it is looked at, and is gone the second time. */
async function steadyViolationsOf(page: Page, part: { within?: string; contrast?: boolean }) {
  await settle(page);
  const found = await violationsOf(page, part);
  if (found.length === 0) return found;
  await settle(page);
  return violationsOf(page, part);
}

/** Waits until nothing fades or moves any more but what does so without end: half faded in, a text has no contrast yet. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const isEnding = (one: Animation) => Number.isFinite(one.effect?.getComputedTiming().endTime);
    // Asked again with every frame: the promise of one that is cut off is not always kept.
    while (document.getAnimations().some(isEnding)) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
