/** A server process has this word as its last argument, by which a bundle recognises what it is. */
export const serverProcessWord = "server-process";
