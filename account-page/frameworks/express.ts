import express, { type Request, type Response, type Router } from "express";
import type { BookingClient } from "booking-service-client";
import { problemOf } from "../bookings/problem.ts";
import { comesFromElsewhere } from "../web/is-forged.ts";
import { bookingsPage, calendarHeaders, calendarOf, pageHeaders } from "./bookings-page.ts";
import { cancelOwnBooking, type CancelForm } from "./cancel-own-booking.ts";

export interface ExpressPageParts {
  readonly client: Pick<BookingClient, "bookings" | "cancelBooking" | "listBookings">;
  /** Your id of the customer who has signed in; null for nobody. Read it from your own session. */
  readonly customerOf: (request: Request) => string | null;
  /** The page's address in browsers behind a proxy; null without one. */
  readonly publicUrl: URL | null;
}

/** A router with a customer's bookings, their calendar files and their cancel: `app.use(bookingsRouter(…))`. */
export function bookingsRouter({ client, customerOf, publicUrl }: ExpressPageParts): Router {
  const router = express.Router();

  async function serve(
    request: Request,
    response: Response,
    answer: (customer: string) => Promise<void>,
  ): Promise<void> {
    const customer = customerOf(request);
    if (customer === null) {
      response.status(401).send("Sign in first.");
      return;
    }
    try {
      await answer(customer);
    } catch (error) {
      if (problemOf(error) === null) throw error;
      response.status(503).send("Your bookings cannot be shown now. Try again in a minute.");
    }
  }

  const show = (
    request: Request,
    response: Response,
    act: (customer: string) => Promise<string | null>,
  ) =>
    serve(request, response, async (customer) => {
      const words = await act(customer);
      response.set(pageHeaders).send(await bookingsPage(client, customer, words));
    });

  router.get("/bookings", (request, response) => show(request, response, async () => null));
  router.get("/bookings/:id/calendar.ics", (request, response) =>
    serve(request, response, async (customer) => {
      const { origin } = publicUrl ?? new URL(`http://${request.headers.host}`);
      const asked = {
        id: request.params.id,
        startingAt: new URL(request.url, "http://x").searchParams.get("start") ?? "",
      };
      const file = await calendarOf(client, customer, { ...asked, home: `${origin}/bookings` });
      if (file === null) response.status(404).send("You have no such booking.");
      else response.set(calendarHeaders).send(file);
    }),
  );
  router.post(
    "/bookings/:id/cancel",
    express.urlencoded({ extended: false, limit: "4kb" }),
    async (request, response) => {
      if (comesFromElsewhere(request.headers, publicUrl)) {
        response.status(403).send("This form came from another site.");
        return;
      }
      const form = (request.body ?? {}) as CancelForm;
      await show(request, response, async (customer) => {
        const words = await cancelOwnBooking(client, customer, request.params.id, form);
        if (words === null) response.status(404);
        return words ?? "You have no such booking.";
      });
    },
  );
  return router;
}
