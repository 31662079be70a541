import type { Operations } from "../../api/operations.ts";

/** A record of the catalogue, as the lists have it: a line of a data file and its ETag. */
export type Group = Operations["listGroups"]["answer"]["items"][number];
export type Campaign = Operations["listInteractions"]["answer"]["items"][number];
export type Activity = Operations["listActivities"]["answer"]["items"][number];
export type Host = Operations["listHosts"]["answer"]["items"][number];
export type TicketType = Operations["listTicketTypes"]["answer"]["items"][number];
