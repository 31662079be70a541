/** The possible meanings of a text in the search box. */
export interface SearchTerm {
  /** The trimmed text; null where it is empty. */
  readonly text: string | null;
  /** Set where it has the form of a booking's id. */
  readonly booking: string | null;
  /** Set where it can be a request's id; a booking's id can be one as well. */
  readonly requestId: string | null;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const requestIdForm = /^[\w.:/+=@-]{1,128}$/;

/** Classifies a text: always an external id, the other kinds by their forms. */
export function readSearchTerm(typed: string): SearchTerm {
  const text = typed.trim();
  if (text === "") return { text: null, booking: null, requestId: null };
  return {
    text,
    booking: uuid.test(text) ? text.toLowerCase() : null,
    requestId: requestIdForm.test(text) ? text : null,
  };
}
