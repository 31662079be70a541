/** What somebody may have pasted into the one search box. */
export interface SearchTerm {
  /** What stands there, without the space around it; null where nothing does. */
  readonly text: string | null;
  /** Set where it has the form of a booking's id. */
  readonly booking: string | null;
  /** Set where it can be a request's id; a booking's id can be one as well. */
  readonly requestId: string | null;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const requestIdForm = /^[\w.:/+=@-]{1,128}$/;

/** Tells what a text can be: an external id always, the others by their forms. */
export function readSearchTerm(typed: string): SearchTerm {
  const text = typed.trim();
  if (text === "") return { text: null, booking: null, requestId: null };
  return {
    text,
    booking: uuid.test(text) ? text.toLowerCase() : null,
    requestId: requestIdForm.test(text) ? text : null,
  };
}
