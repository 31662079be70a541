import { once } from "node:events";
import { createServer } from "node:http";
import { before, describe, test } from "node:test";
import { startLongChild } from "./long-child.ts";

describe("a file that leaves a server and a process open when it fails", () => {
  before(async () => {
    await once(createServer().listen(0, "127.0.0.1"), "listening");
    await startLongChild();
    throw new Error("The browser did not start.");
  });

  test("never gets to its tests", () => {});
});
