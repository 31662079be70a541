/** The campaign of most tests, as a line of a data file. */
export const summerCampaign = {
  kind: "interaction",
  public_key: "pk_summer",
  group: "acme-fr",
  timezone: "Europe/Paris",
  default_language: "fr",
  languages: ["fr", "en"],
} as const;
