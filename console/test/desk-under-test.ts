import type { Page } from "playwright-core";

/** The desk as somebody with a scanner and a keyboard has it. */
export class DeskUnderTest {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  /** What a scanner does: it types, and presses Enter, without looking where. */
  async scan(code: string, label?: string): Promise<void> {
    if (label !== undefined) await this.page.getByLabel(label).waitFor();
    await this.type(code);
    await this.enter();
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  async enter(): Promise<void> {
    await this.page.keyboard.press("Enter");
  }

  /** The last outcome, as it is read out. */
  async outcome(title: string | RegExp, detail?: string | RegExp): Promise<void> {
    const told = this.page.getByRole("region", { name: "Outcome" }).getByRole("status");
    await told.getByText(title, { exact: true }).waitFor();
    if (detail !== undefined) {
      await told.getByText(detail, typeof detail === "string" ? { exact: true } : {}).waitFor();
    }
  }

  /** A scan's own line. */
  async line(title: string | RegExp, detail: string | RegExp): Promise<void> {
    const lines = this.page.getByRole("list", { name: "Scans" }).getByRole("listitem");
    const named = lines.filter({ has: this.page.getByText(title, { exact: true }) });
    await named.filter({ hasText: detail }).first().waitFor();
  }

  /** The panel's colour, by its name. */
  async looks(tone: string): Promise<void> {
    await this.page.locator(`section[aria-label=Outcome][data-tone=${tone}]`).waitFor();
  }

  async sees(count: string): Promise<void> {
    await this.page.getByRole("group", { name: "Arrived" }).getByText(count).waitFor();
  }

  async boxHasFocus(): Promise<boolean> {
    const label = await this.page.evaluate("document.activeElement?.labels?.[0]?.textContent");
    return label === "Scan a ticket, or type a name";
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
