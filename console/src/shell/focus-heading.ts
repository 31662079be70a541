import type { AnyRouter } from "@tanstack/react-router";

/**
 * Puts the focus on the heading when the page changes: readers of the screen learn of the new page by
 * it, and Tab goes on from there. Loading the console leaves the focus where the browser puts it.
 */
export function focusHeadingOnNewPage(router: AnyRouter): void {
  router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
    if (fromLocation === undefined || !pathChanged) return;
    const main = document.querySelector("main");
    // A page whose first field is ready to be typed into stays as it is.
    if (main === null || main.contains(document.activeElement)) return;
    (main.querySelector<HTMLElement>("h1[tabindex]") ?? main).focus();
  });
}
