import { randomUUID } from "node:crypto";
import type { Booking } from "booking-service-client";
import { dayIn } from "../selling/week.ts";
import { knownZone } from "../bookings/slot-words.ts";
import { problemOf } from "../bookings/problem.ts";
import { SellingRefused } from "../selling/answer-of.ts";
import { activityKey } from "../selling/offered-activities.ts";
import { readOpenForm, readSlot } from "../selling/open-form.ts";
import { fieldsOf, readPlace, type Slot } from "../selling/place.ts";
import {
  fieldsOfForm,
  readFormFields,
  readWish,
  type FormFields,
} from "../selling/read-form-fields.ts";
import { readWeek } from "../selling/read-week.ts";
import { areFree, seatsLeft } from "../selling/seats-left.ts";
import type { Seller, Wish } from "../selling/seller.ts";
import { bookedView } from "../views/booked-view.ts";
import { hiddenFields } from "../views/hidden-fields.ts";
import { formToken } from "../views/layout.ts";
import { namesView } from "../views/names-view.ts";
import { refusedView, sellingProblemView, unknownView } from "../views/not-sold-view.ts";
import { messageView } from "../views/problem-view.ts";
import { mostTickets, ticketsView } from "../views/tickets-view.ts";
import { weekPath, weekView } from "../views/week-view.ts";
import { page, redirect, type Answer } from "../web/answer.ts";
import { html, type Markup } from "../web/html.ts";
import type { CustomerVisit, Shop } from "../visit.ts";
import { withBooking } from "./asked-booking.ts";
import { statusOf } from "./list-bookings.ts";

/** The shop of a page that sells. */
export type SellingShop = Shop & { readonly seller: Seller };

/** A week of slots. */
export async function showWeek(visit: CustomerVisit, { seller }: SellingShop): Promise<Answer> {
  const { url, now, signal } = visit;
  return page(weekView(visit, await readWeek(seller, url.searchParams, now, signal)));
}

/** A slot, for which tickets are chosen. */
export async function chooseTickets(
  visit: CustomerVisit,
  { seller }: SellingShop,
): Promise<Answer> {
  const place = readPlace(visit.url.searchParams);
  if (place === null) return page(messageView(visit, visit.words.notFound), 404);
  const { slot, activity } = await readSlot(seller, place, visit.signal);
  return page(ticketsView(visit, slot, activity, weekOfSlot(slot)));
}

/** Keeps the seats where the page holds any and they are free, and leads to the form. */
export async function keepSeats(visit: CustomerVisit, { seller }: SellingShop): Promise<Answer> {
  const { form, session, signal } = visit;
  const wish = readWish(form, mostTickets);
  if (wish === null) return page(messageView(visit, visit.words.badRequest), 400);
  await releaseHold(session, seller);
  const { slot, activity } = await readSlot(seller, wish.place, signal);
  const type = activity.ticketTypes.find(({ id }) => id === wish.ticketType);
  const isFree = type !== undefined && areFree(wish.tickets, seatsLeft(slot, type));
  const hold = seller.holds && isFree ? await holdFor(visit, seller, wish) : null;
  return redirect(formPath({ ...wish, key: randomUUID(), hold }));
}

/** Null where somebody was quicker: the form then says that one would wait. */
async function holdFor(
  { session }: CustomerVisit,
  seller: Seller,
  wish: Wish,
): Promise<string | null> {
  const id = randomUUID();
  try {
    await seller.hold(id, session.customer.externalId, wish);
  } catch (error) {
    if (error instanceof SellingRefused && error.why === "seats-missing") return null;
    throw error;
  }
  session.hold = id;
  return id;
}

/** Gives the seats back that are kept for a form which nobody will send. They would end by themselves. */
export async function releaseHold(
  session: CustomerVisit["session"],
  seller: Seller,
): Promise<void> {
  const { hold } = session;
  session.hold = null;
  if (hold !== null) await seller.releaseHold(hold).catch(() => {});
}

export async function showNames(visit: CustomerVisit, { seller }: SellingShop): Promise<Answer> {
  const fields = readFormFields(visit.url.searchParams, mostTickets);
  if (fields === null) return page(messageView(visit, visit.words.notFound), 404);
  return showForm(visit, seller, fields, { names: [visit.session.customer.name], said: null });
}

async function showForm(
  visit: CustomerVisit,
  seller: Seller,
  fields: FormFields,
  shown: { readonly names: readonly string[]; readonly said: string | null },
): Promise<Answer> {
  return page(namesView(visit, await readOpenForm(seller, fields, visit.signal), shown));
}

/** Does what the pressed button of the form says: books, keeps the seats for longer, or gives them back. */
export async function sendNames(visit: CustomerVisit, { seller }: SellingShop): Promise<Answer> {
  const { form, session, words } = visit;
  const fields = readFormFields(form, mostTickets);
  if (fields === null) return page(messageView(visit, words.badRequest), 400);
  const names = form.getAll("name").slice(0, fields.tickets);
  if (form.get("do") === "leave") {
    await releaseHold(session, seller);
    return redirect(`/book/slot?${new URLSearchParams(fieldsOf(fields.place)).toString()}`);
  }
  if (form.get("do") === "extend" && fields.hold !== null) {
    const isExtended = await extendHold(seller, fields.hold);
    // The form itself says that a hold has ended.
    const said = isExtended ? words.selling.keptLonger : null;
    return showForm(visit, seller, fields, { names, said });
  }
  return book(visit, seller, fields, names);
}

/** False where the hold has ended already. */
async function extendHold(seller: Seller, hold: string): Promise<boolean> {
  try {
    await seller.extendHold(hold);
    return true;
  } catch (error) {
    if (error instanceof SellingRefused && error.why === "hold-ended") return false;
    throw error;
  }
}

async function book(
  visit: CustomerVisit,
  seller: Seller,
  fields: FormFields,
  names: readonly string[],
): Promise<Answer> {
  const { session, form } = visit;
  const { externalId } = session.customer;
  const attendees = names.map((name) => name.trim() || null);
  try {
    const booking = await seller.book(externalId, fields, { ...fields, attendees });
    if (session.hold === fields.hold) session.hold = null;
    const query = new URLSearchParams({ booking, start: fields.place.startingAt });
    if (form.get("expects") === "seat") query.set("seat", "expected");
    return redirect(`/book/done?${query.toString()}`);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null || problem.kind === "broken") throw error;
    // The form has the booking's key, so that sending it again books once.
    const again = sameForm(visit);
    if (problem.kind === "unavailable") {
      return page(unknownView(visit, problem.requestId ?? visit.requestId, again), 503);
    }
    return page(sellingProblemView(visit, problem, again), ...statusOf(problem));
  }
}

/** A button that sends the form as it was. */
function sameForm({ form, session, words }: CustomerVisit): Markup {
  const fields = [...form].filter(([name]) => name !== "token");
  return html`<form method="post" action="/book/names">
    ${formToken(session.formToken)} ${hiddenFields(fields)}
    <button class="main">${words.tryAgain}</button>
  </form>`;
}

/** The booking that the form made. A reload of this page sends nothing again. */
export function showBooked(visit: CustomerVisit, shop: SellingShop): Promise<Answer> {
  const { selling } = visit.words;
  const asked = visit.url.searchParams;
  const messageOf = ({ booking_status: status }: Booking) => {
    if (status === "WAITLIST") return asked.has("seat") ? selling.waitsInstead : selling.waits;
    return asked.has("accepted") ? selling.accepted : selling.booked;
  };
  return withBooking(visit, shop, asked.get("booking") ?? "", (booking) =>
    page(bookedView(visit, booking, messageOf(booking))),
  );
}

/** Takes the seats that are kept for a waiting booking of the customer's own. */
export async function acceptOffer(
  visit: CustomerVisit,
  shop: SellingShop,
  id: string,
): Promise<Answer> {
  const { session, signal, form } = visit;
  const own = await shop.seller.offers(session.customer.externalId, signal);
  // The key may accept for everybody, so the page asks whose offer it is.
  if (!own.has(id)) throw new SellingRefused("no-offer", null);
  await shop.seller.accept(id);
  const query = { booking: id, start: form.get("start") ?? "", accepted: "yes" };
  return redirect(`/book/done?${new URLSearchParams(query).toString()}`);
}

/** Answers for a page that sells; a refusal or a failure of the service gets its words. */
export async function answerSelling(
  visit: CustomerVisit,
  shop: Shop,
  answer: (visit: CustomerVisit, shop: SellingShop) => Promise<Answer>,
): Promise<Answer> {
  const { seller } = shop;
  if (seller === null) return page(messageView(visit, visit.words.notFound), 404);
  try {
    return await answer(visit, { ...shop, seller });
  } catch (error) {
    if (error instanceof SellingRefused) {
      const { why, requestId } = error;
      return page(refusedView(visit, why, requestId, otherTimes(visit)), 409);
    }
    const problem = problemOf(error);
    if (problem === null) throw error;
    const { url, words, form } = visit;
    const again =
      form.size > 0
        ? otherTimes(visit)
        : html`<a class="button" href="${url.pathname}${url.search}">${words.tryAgain}</a>`;
    return page(sellingProblemView(visit, problem, again), ...statusOf(problem));
  }
}

/** The way back to the slot, whose waitlist may be open, and to all times. */
function otherTimes({ form, url, words }: CustomerVisit): Markup {
  const place = readPlace(form) ?? readPlace(url.searchParams);
  const slot =
    place === null
      ? null
      : html`<a class="button" href="/book/slot?${new URLSearchParams(fieldsOf(place)).toString()}"
          >${words.selling.slotTitle}</a
        >`;
  return html`<a class="button" href="/book">${words.selling.otherTimes}</a> ${slot}`;
}

function formPath(fields: FormFields): string {
  return `/book/names?${new URLSearchParams(fieldsOfForm(fields)).toString()}`;
}

function weekOfSlot({ interaction, activity, timezone, starting_at: start }: Slot): string {
  const chosen = { activity: activityKey({ interaction, id: activity }), host: "" };
  return weekPath({ chosen }, dayIn(knownZone(timezone), new Date(start)));
}
