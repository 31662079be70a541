module.exports = ({ env }) => ({
  connection: {
    client: "postgres",
    connection: { connectionString: env("DATABASE_URL") },
    pool: { min: 2, max: 10 },
  },
  // The database holds other tables too.
  settings: { forceMigration: false },
});
