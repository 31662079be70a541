/**
 * The id of a contact's nth booking. It is the same in every sandbox, so that a test can contain it, and it
 * shows the contact's number.
 */
export function bookingId(contact: number, nth: number): string {
  return `5a9db0c5-${String(contact).padStart(4, "0")}-4000-8000-${String(nth).padStart(12, "0")}`;
}
