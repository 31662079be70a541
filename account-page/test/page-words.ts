import type { Locator, Page } from "playwright-core";

/** Waits for a heading. */
export const heading = (page: Page, name: string) =>
  page.getByRole("heading", { name, exact: true }).waitFor();

export const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name });

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Clicks a link or a button and waits for the next page, which a click alone does not. */
export async function follow(page: Page, target: Locator): Promise<void> {
  const loaded = page.waitForEvent("domcontentloaded");
  await target.click();
  await loaded;
}

/** The page's text between its header and its footer, in one line. */
export const mainText = async (page: Page) =>
  (await page.getByRole("main").innerText()).replace(/\s+/g, " ");
