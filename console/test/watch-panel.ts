import type { Page } from "playwright-core";

/** What the desk's panel looked like after a change, or what was entered. */
export interface PanelMoment {
  /** Milliseconds of the page's clock. */
  readonly at: number;
  /** The text that Enter sent, or "undo"; null where the panel changed. */
  readonly entered: string | null;
  readonly tone: string;
  readonly title: string;
  readonly text: string;
  readonly symbols: number;
  /** Whether the page has to be pushed sideways. */
  readonly tooWide: boolean;
  /** Whether the person at the desk sees all of it. */
  readonly inView: boolean;
}

/**
 * Runs in the page: keeps every state that the panel has had, however short, with what was entered
 * between them. A test that looks now and then would miss a flash of green.
 */
const watch = `(() => {
  const panel = document.querySelector("section[aria-label=Outcome]");
  const status = document.querySelector("[role=status]");
  if (!panel.contains(status)) throw new Error("The page's first status is not the panel's.");
  const moments = (window.panelMoments = []);
  const keep = (entered) => {
    const { top, bottom } = status.getBoundingClientRect();
    const { scrollWidth, clientWidth } = document.documentElement;
    moments.push({
      at: performance.now(),
      entered,
      tone: panel.dataset.tone,
      title: status.querySelector(".desk-outcome-title")?.textContent ?? "",
      text: status.textContent,
      symbols: status.querySelectorAll("svg").length,
      tooWide: scrollWidth > clientWidth,
      inView: top >= 0 && bottom <= window.innerHeight,
    });
  };
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(() => keep(null)).observe(panel, all);
  const onKey = ({ key, ctrlKey, target }) => {
    if (key === "Enter") keep(target.value);
    if (key === "z" && ctrlKey) keep("undo");
  };
  addEventListener("keydown", onKey, true);
})()`;

/** Begins to watch; what it returns reads all moments since. */
export async function watchPanel(page: Page): Promise<() => Promise<readonly PanelMoment[]>> {
  await page.evaluate(watch);
  return () => page.evaluate<PanelMoment[]>("window.panelMoments");
}
