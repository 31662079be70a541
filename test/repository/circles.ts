export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/**
 * The circles of a graph: each as the names that reach one another, in order of the alphabet (its
 * strongly connected components, by Tarjan's algorithm).
 */
export function findCircles(arrows: readonly Arrow[]): string[][] {
  const next = Map.groupBy(arrows, ({ from }) => from);
  const seen = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];

  /** Returns the earliest name, by the order of visits, that can be reached and is still open. */
  function visit(name: string): number {
    const order = seen.size;
    seen.set(name, order);
    open.push(name);
    let earliest = order;
    let reachesItself = false;
    for (const { to } of next.get(name) ?? []) {
      reachesItself ||= to === name;
      if (!seen.has(to)) earliest = Math.min(earliest, visit(to));
      else if (open.includes(to)) earliest = Math.min(earliest, seen.get(to) ?? order);
    }
    if (earliest === order) {
      const component = open.splice(open.indexOf(name));
      if (component.length > 1 || reachesItself) circles.push(component.toSorted());
    }
    return earliest;
  }

  for (const name of next.keys()) if (!seen.has(name)) visit(name);
  return circles;
}
