// Which Nodes the program runs on, as `engines` in package.json says. This file runs on any Node.

/**
 * The first minor of each major; later majors are good. Those before lack `net.BoundSocket`, with which server
 * processes share a port, and no Node of 25 has it.
 */
const first = { 24: 19, 26: 4 };

export const neededNode = "24.19 or newer of Node 24, or Node 26.4 or newer";

/** Whether the program runs on this Node. */
export function isNeededNode(version = process.versions.node) {
  const [major, minor] = version.split(".").map(Number);
  return major > 26 || minor >= (first[major] ?? Infinity);
}
