import type { FastifyInstance, FastifyReply } from "fastify";
import { errorCodes } from "../../contract/errors.ts";
import { formatInstant } from "../../src/domain/instant.ts";
import type { SandboxClock } from "./clock.ts";
import { describeSandbox, faultToJson } from "./description.ts";
import type { FaultQueue } from "./fault-queue.ts";
import type { Journal } from "./journal.ts";
import type { WebhookReceiver } from "./webhook-receiver.ts";
import { readMoveOrder, readWaitingFault } from "./read-order.ts";

export interface ControlParts {
  readonly clock: SandboxClock;
  readonly queue: FaultQueue;
  readonly journal: Journal;
  readonly receiver: WebhookReceiver;
  reset(): Promise<void>;
}

/**
 * The sandbox's controls, `/sandbox…` on the operator's listener, with JSON in both directions. A refused
 * order gets 400 with a sentence, in the shape of the interface's errors.
 */
export function controlEndpoints(operatorServer: FastifyInstance, parts: ControlParts): void {
  const { clock, queue, journal, receiver } = parts;
  const time = () => ({
    now: formatInstant(clock.now()),
    ahead_seconds: Math.round(clock.aheadMs / 1000),
  });
  const waiting = () => ({ faults: queue.waiting.map(faultToJson) });

  void operatorServer.register(
    async (server) => {
      // Bodies are parsed as JSON whatever Content-Type says; an empty body counts as an empty object.
      server.removeAllContentTypeParsers();
      server.addContentTypeParser(
        "*",
        { parseAs: "string" },
        async (_: unknown, body: string) => body,
      );

      server.get("/", async () => ({
        ...time(),
        ...describeSandbox(clock.now() - clock.aheadMs),
        ...waiting(),
      }));

      server.get("/clock", async () => time());
      server.post("/clock", async (request, reply) => {
        const order = readMoveOrder(request.body, clock.now());
        if ("problem" in order) return refuse(reply, order.problem);
        return clock.moveTo(order.instant)
          ? time()
          : refuse(
              reply,
              "Time moves forward only, and not beyond the year 9998. Reset takes it back.",
            );
      });

      server.get("/faults", async () => waiting());
      server.post("/faults", async (request, reply) => {
        const order = readWaitingFault(request.body);
        if ("problem" in order) return refuse(reply, order.problem);
        queue.add(order);
        return waiting();
      });
      server.delete("/faults", async () => {
        queue.clear();
        return waiting();
      });

      server.get("/requests", async () => ({
        requests: journal.requests.map(({ requestId, at, endpoint, fault, status }) => ({
          request_id: requestId,
          at: formatInstant(at),
          endpoint,
          fault,
          status,
        })),
      }));

      receiver.serve(server, refuse);

      server.post("/reset", async () => {
        await parts.reset();
        return time();
      });
    },
    { prefix: "/sandbox" },
  );
}

function refuse(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ code: errorCodes.badRequest, message });
}
