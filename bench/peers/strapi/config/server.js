module.exports = ({ env }) => ({
  host: "127.0.0.1",
  port: 0,
  app: { keys: [env("SECRET")] },
});
