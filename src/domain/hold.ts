/*
 * Seats that are kept for a while. Whoever is about to book makes a hold; it is `live` until it is `booked`, `released`,
 * or `ended`, at its end at the latest. Its seats are taken for everybody else meanwhile, and each hold gives them back
 * once, or to its booking.
 */
export type HoldState = "live" | "booked" | "released" | "ended";
