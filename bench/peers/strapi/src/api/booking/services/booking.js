const { factories } = require("@strapi/strapi");

const populate = {
  tickets: true,
  ticket_type: true,
  slot: true,
  activity: { populate: { interaction: true } },
};

/** The rule of the service, with the documents' own means in one transaction. */
module.exports = factories.createCoreService("api::booking.booking", ({ strapi }) => ({
  cancel: (documentId) =>
    strapi.db.transaction(async ({ trx }) => {
      // Whoever comes second waits for the first to commit, and finds it cancelled.
      await strapi.db
        .queryBuilder("api::booking.booking")
        .select("id")
        .where({ documentId })
        .transacting(trx)
        .forUpdate()
        .execute();
      const booking = await strapi
        .documents("api::booking.booking")
        .findOne({ documentId, populate });
      if (booking === null) return false;
      const now = new Date();
      const { tickets, ticket_type, slot, activity } = booking;
      const live = tickets.filter((ticket) => ticket.cancelled_at === null);
      const cutoff = activity.interaction.cancellation_cutoff_minutes;
      const isLate = cutoff !== null && now > new Date(booking.slot_starting_at) - cutoff * 60_000;
      if (live.length === 0 || tickets.some((ticket) => ticket.checked_in_at !== null) || isLate) {
        return false;
      }
      await strapi.documents("api::booking.booking").update({
        documentId,
        data: { booking_status: "CANCELLED", booked_at: now },
      });
      for (const ticket of live) {
        await strapi.documents("api::booking.ticket").update({
          documentId: ticket.documentId,
          data: { cancelled_at: now },
        });
      }
      const number = await strapi
        .documents("api::booking.event")
        .count({ filters: { booking: { documentId } } });
      await strapi.documents("api::booking.event").create({
        data: {
          booking: { connect: [{ documentId }] },
          number: number + 1,
          kind: "cancelled",
          booking_status: "CANCELLED",
          at: now,
          actor: "strapi",
        },
      });
      if (ticket_type.has_limited_capacity && booking.booking_status === "CONFIRMED") {
        await strapi.db
          .queryBuilder("api::booking.slot")
          .where({ id: slot.id })
          .decrement("taken", live.length)
          .transacting(trx)
          .execute();
      }
      return true;
    }),
}));
