/** The things in lists of this size, the last perhaps shorter: for what is no array yet (`chunksOf` cuts those). */
export function* inChunks<T>(things: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = [];
  for (const thing of things) {
    chunk.push(thing);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
