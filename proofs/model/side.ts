import type { AccountId } from "../../src/domain/account.ts";
import type { TestService } from "../../test/harness/service.ts";

/** The service on one of the engines that are compared. */
export interface Side {
  readonly service: TestService;
  readonly accountId: AccountId;
  readonly token: string;
}
