/** Longer arguments are not remembered, because they could fill the memory. */
const maxLength = 300;

/**
 * Memoizes a pure function of a text that callers repeat, such as the Host header. Past `limit`
 * different arguments it forgets all of them, so that invented ones cannot fill the memory.
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
