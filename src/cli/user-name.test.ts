import assert from "node:assert/strict";
import { userInfo } from "node:os";
import { test } from "node:test";
import { userName } from "./user-name.ts";

test("the user of a command has a name", () => {
  assert.equal(userName(), userInfo().username);
});

test("a user whom the system does not know is the number", () => {
  const unknown = () => {
    throw new Error("uv_os_get_passwd returned ENOENT (no such file or directory)");
  };
  assert.equal(userName(unknown), `uid ${userInfo().uid}`);
});
