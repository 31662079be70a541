import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { BookingClient } from "booking-service-client";
import { problemOf } from "../bookings/problem.ts";
import { comesFromElsewhere } from "../web/is-forged.ts";
import { bookingsPage, calendarHeaders, calendarOf, pageHeaders } from "./bookings-page.ts";
import { cancelOwnBooking, type CancelForm } from "./cancel-own-booking.ts";

export interface FastifyPageParts {
  readonly client: Pick<BookingClient, "bookings" | "cancelBooking" | "listBookings">;
  /** Your id of the customer who has signed in; null for nobody. Read it from your own session. */
  readonly customerOf: (request: FastifyRequest) => string | null;
  /** The page's address in browsers behind a proxy; null without one. */
  readonly publicUrl: URL | null;
}

/** A plugin with a customer's bookings, their calendar files and their cancel: `server.register(bookingsPlugin, { … })`. */
export async function bookingsPlugin(
  server: FastifyInstance,
  { client, customerOf, publicUrl }: FastifyPageParts,
): Promise<void> {
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 4096 },
    (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body.toString())) satisfies CancelForm),
  );

  async function serve(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: (customer: string) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const customer = customerOf(request);
    if (customer === null) return reply.code(401).send("Sign in first.");
    try {
      return await answer(customer);
    } catch (error) {
      if (problemOf(error) === null) throw error;
      return reply.code(503).send("Your bookings cannot be shown now. Try again in a minute.");
    }
  }

  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    act: (customer: string) => Promise<string | null>,
  ) =>
    serve(request, reply, async (customer) => {
      const words = await act(customer);
      return reply.headers(pageHeaders).send(await bookingsPage(client, customer, words));
    });

  server.get("/bookings", (request, reply) => show(request, reply, async () => null));
  server.get<{ Params: { id: string }; Querystring: { start?: string } }>(
    "/bookings/:id/calendar.ics",
    (request, reply) =>
      serve(request, reply, async (customer) => {
        const { origin } = publicUrl ?? new URL(`http://${request.headers.host}`);
        const asked = { id: request.params.id, startingAt: String(request.query.start) };
        const file = await calendarOf(client, customer, { ...asked, home: `${origin}/bookings` });
        if (file === null) return reply.code(404).send("You have no such booking.");
        return reply.headers(calendarHeaders).send(file);
      }),
  );
  server.post<{ Params: { id: string }; Body: CancelForm | null }>(
    "/bookings/:id/cancel",
    (request, reply) => {
      if (comesFromElsewhere(request.headers, publicUrl)) {
        return reply.code(403).send("This form came from another site.");
      }
      return show(request, reply, async (customer) => {
        const { params, body } = request;
        const words = await cancelOwnBooking(client, customer, params.id, body ?? {});
        if (words === null) void reply.code(404);
        return words ?? "You have no such booking.";
      });
    },
  );
}
