/** Parses a request target. A target in absolute form, or none, matches no path of this page. */
export function readTarget(target: string | undefined): URL {
  const nowhere = new URL("http://page/-");
  const text = `http://page${target}`;
  if (!target?.startsWith("/") || !URL.canParse(text)) return nowhere;
  const url = new URL(text);
  // As a link, a path that begins with two slashes would lead to another host.
  return url.pathname.startsWith("//") ? nowhere : url;
}
