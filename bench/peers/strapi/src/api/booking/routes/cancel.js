module.exports = {
  routes: [{ method: "POST", path: "/bookings/:id/cancel", handler: "booking.cancel" }],
};
