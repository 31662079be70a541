import type { Page } from "playwright-core";
import { catalogue, productionHost } from "../../test/harness/seed.ts";
import { acme } from "../../test/harness/service.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";

export const slot = "2031-05-01T08:00:00Z";
export const slotWords = "Thu, 1 May 2031, 10:00 CEST";
export const removedSlot = "2031-05-03T08:00:00Z";
const laterSlot = "2031-05-02T08:00:00Z";

/** The summer's tasting with three slots to come; its waitlist moves up by itself. */
export function startConsoleWithSlots(): Promise<ConsoleUnderTest> {
  const data = catalogue.map((line) =>
    "public_key" in line && line.public_key === "pk_summer"
      ? { ...line, waitlist_promotion: "automatic" }
      : line,
  );
  const place = { interaction: "pk_summer", activity: "tasting" };
  return startConsoleUnderTest([
    {
      name: acme,
      hosts: [productionHost],
      data: [
        ...data,
        { kind: "slot", ...place, starting_at: slot, capacity: 2 },
        { kind: "slot", ...place, starting_at: laterSlot, capacity: 1 },
        { kind: "slot", ...place, starting_at: removedSlot, capacity: 1 },
      ],
    },
  ]);
}

/** Fills the form in which an operator books the first slot for a contact, and does not send it. */
export async function fillBooking(
  page: Page,
  externalId: string,
  names: readonly string[],
): Promise<void> {
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Book for a contact" }).click();
  await dialog.getByLabel("External id of the contact").fill(externalId);
  await dialog.getByLabel("Campaign").selectOption("pk_summer");
  await dialog.getByLabel("Activity").selectOption({ label: "Tasting" });
  const slots = dialog.getByLabel("Slot (times in Europe/Paris)");
  const offered = slots.getByRole("option", { name: slotWords });
  await offered.waitFor({ state: "attached" });
  await slots.selectOption((await offered.getAttribute("value")) ?? "");
  await dialog.getByLabel("Ticket type").selectOption("standard");
  await dialog.getByLabel("Tickets", { exact: true }).fill(String(names.length));
  for (const [index, name] of names.entries()) {
    await dialog.getByLabel(`Ticket ${index + 1}`, { exact: true }).fill(name);
  }
}
