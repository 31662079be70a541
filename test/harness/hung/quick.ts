import { test } from "node:test";

test("passes at once", () => {});
