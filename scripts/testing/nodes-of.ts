/**
 * The oldest Node for `npm ci` in a checkout, with its npm. npm leaves out optional packages whose `engines` refuse its
 * Node, and the bundler's own are for `^20.19.0 || >=22.12.0`.
 */
export const oldestOfCheckout = { node: "20.19.0", npm: "10.8.2" } as const;

interface Nodes {
  /** The oldest and the newest of each declared major. */
  readonly good: readonly string[];
  /** The newest of each other major since 20, and the last before the first of a declared one. */
  readonly refused: readonly string[];
}

/** Chooses among all published versions by a range such as `^24.19.0 || >=26.4.0`. */
export function nodesOf(range: string, published: readonly string[]): Nodes {
  const parts = range.split(" || ").map((part) => {
    const [, sign, major, minor] = /^(\^|>=)(\d+)\.(\d+)\.0$/.exec(part) ?? [];
    if (sign === undefined) throw new Error(`engines has the part ${part}: read it here too.`);
    return { isOpen: sign === ">=", major: Number(major), minor: Number(minor) };
  });
  const isGood = (version: string) => {
    const [major, minor] = partsOf(version);
    return parts.some(
      (part) =>
        (major === part.major && minor >= part.minor) || (part.isOpen && major > part.major),
    );
  };
  const inOrder = published
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version) && partsOf(version)[0] >= 20)
    .toSorted(byParts);
  const good: string[] = [];
  const refused: string[] = [];
  for (const some of Map.groupBy(inOrder, (version) => partsOf(version)[0]).values()) {
    const [declared, others] = [some.filter(isGood), some.filter((each) => !isGood(each))];
    good.push(...new Set([...declared.slice(0, 1), ...declared.slice(-1)]));
    refused.push(...others.slice(-1));
  }
  return { good, refused };
}

/** The ends of the declared range: its oldest and its newest Node, and the last one before it. */
export function endsOf({ good, refused }: Nodes): Nodes {
  const [oldest = "", newest = oldest] = [good[0], good.at(-1)];
  const before = refused.filter((version) => byParts(version, oldest) < 0);
  return { good: [...new Set([oldest, newest])], refused: before.slice(-1) };
}

function partsOf(version: string): [major: number, minor: number, patch: number] {
  return version.split(".").map(Number) as [number, number, number];
}

function byParts(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
