import { ofApi } from "../language/t.ts";

/**
 * A sentence that the operator API composed, with its commands as code: what no catalogue has is marked as
 * the English that it is.
 */
export function ApiText({ children }: { readonly children: string }) {
  const translated = ofApi(children);
  return translated === null ? (
    <span lang="en">{withCommands(children)}</span>
  ) : (
    withCommands(translated)
  );
}

/** The parts of odd numbers stand between backticks. */
function withCommands(sentence: string) {
  return sentence
    .split("`")
    .map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
