import type { AnyRouter } from "@tanstack/react-router";

/**
 * Focuses the heading when the page changes, so that screen readers announce the new page, and Tab continues
 * from there. On the first load the focus stays where the browser puts it.
 */
export function focusHeadingOnNewPage(router: AnyRouter): void {
  router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
    if (fromLocation === undefined || !pathChanged) return;
    const main = document.querySelector("main");
    // A page whose first field has the focus keeps it there.
    if (main === null || main.contains(document.activeElement)) return;
    (main.querySelector<HTMLElement>("h1[tabindex]") ?? main).focus();
  });
}
