/** What a request is about. A target in absolute form, or none at all, is no address of ours. */
export function readTarget(target: string | undefined): URL {
  const path = target?.startsWith("/") && !target.startsWith("//") ? target : "/-";
  const url = `http://page${path}`;
  return new URL(URL.canParse(url) ? url : "http://page/-");
}
