/** What a request is about. A target in absolute form, or none at all, is no address of ours. */
export function readTarget(target: string | undefined): URL {
  const nowhere = new URL("http://page/-");
  const text = `http://page${target}`;
  if (!target?.startsWith("/") || !URL.canParse(text)) return nowhere;
  const url = new URL(text);
  // In a link, a path that begins like this would lead to another host.
  return url.pathname.startsWith("//") ? nowhere : url;
}
