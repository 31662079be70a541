/**
 * The fields of a package's manifest that lead to the sources; none without their public address, since a
 * clone has none that would be true for everybody.
 */
export function repositoryFields(url: string | undefined): object {
  if (url === undefined) return {};
  const address = url.replace(/\/$/, "");
  return {
    repository: { type: "git", url: `git+${address.replace(/(\.git)?$/, ".git")}` },
    homepage: `${address}#readme`,
    bugs: `${address}/issues`,
  };
}
