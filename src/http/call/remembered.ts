/** Longer arguments are nobody's ordinary ones, and remembering them would fill the memory. */
const maxLength = 300;

/**
 * A pure function that remembers its last answers: for what callers send again and again, such as
 * the Host header. Past `limit` different arguments it forgets them all, so that inventing new ones
 * fills nothing; what is in use is soon there again.
 */
export function remembered<T>(limit: number, work: (text: string) => T): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = work(text);
    if (text.length > maxLength) return answer;
    if (answers.size >= limit) answers.clear();
    answers.set(text, answer);
    return answer;
  };
}
