const { factories } = require("@strapi/strapi");

module.exports = factories.createCoreController("api::booking.booking", ({ strapi }) => ({
  async cancel(ctx) {
    const isDone = await strapi.service("api::booking.booking").cancel(ctx.params.id);
    if (!isDone) return ctx.badRequest("This booking cannot be cancelled.");
    ctx.body = {};
  },
}));
