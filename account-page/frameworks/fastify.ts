import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { BookingClient } from "booking-service-client";
import { problemOf } from "../bookings/problem.ts";
import { comesFromElsewhere } from "../web/is-forged.ts";
import { bookingsPage, pageHeaders } from "./bookings-page.ts";
import { cancelOwnBooking, type CancelForm } from "./cancel-own-booking.ts";

export interface FastifyPageParts {
  readonly client: Pick<BookingClient, "bookings" | "cancelBooking">;
  /** Your id of the customer who has signed in; null for nobody. Read it from your own session. */
  readonly customerOf: (request: FastifyRequest) => string | null;
  /** The page's address in browsers behind a proxy; null without one. */
  readonly publicUrl: URL | null;
}

/** A plugin with a customer's bookings and their cancel: `server.register(bookingsPlugin, { … })`. */
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

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    act: (customer: string) => Promise<string | null>,
  ): Promise<FastifyReply> {
    const customer = customerOf(request);
    if (customer === null) return reply.code(401).send("Sign in first.");
    try {
      const words = await act(customer);
      return await reply.headers(pageHeaders).send(await bookingsPage(client, customer, words));
    } catch (error) {
      if (problemOf(error) === null) throw error;
      return reply.code(503).send("Your bookings cannot be shown now. Try again in a minute.");
    }
  }

  server.get("/bookings", (request, reply) => show(request, reply, async () => null));
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
