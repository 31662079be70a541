const { factories } = require("@strapi/strapi");

module.exports = factories.createCoreRouter("api::booking.booking", { only: ["find"] });
