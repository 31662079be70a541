import { accessServers } from "./access-servers.ts";
import { answerServers } from "./answer-servers.ts";
import type { BrokenServer } from "./broken-server.ts";
import { cancelRequestServers } from "./cancel-request-servers.ts";
import { cancelServers } from "./cancel-servers.ts";
import { filterServers } from "./filter-servers.ts";
import { listServers } from "./list-servers.ts";
import { pageServers } from "./page-servers.ts";
import { recordServers } from "./record-servers.ts";
import { statusAndTimeServers } from "./status-and-time-servers.ts";
import { tokenServers } from "./token-servers.ts";

/** Every deliberately broken server: the kit has to catch each of them. */
export const brokenServers: readonly BrokenServer[] = [
  ...tokenServers,
  ...accessServers,
  ...listServers,
  ...filterServers,
  ...pageServers,
  ...recordServers,
  ...statusAndTimeServers,
  ...cancelServers,
  ...cancelRequestServers,
  ...answerServers,
];
