import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { optionsOf } from "./otlp-export.ts";
import { readSettings } from "./settings.ts";

test("a collector is known by the certificate that its variables name, and looked up as it is told", async () => {
  using folder = temporaryFolder();
  const path = (name: string) => {
    writeFileSync(`${folder.path}/${name}`, name);
    return `${folder.path}/${name}`;
  };
  const { tracing } = readSettings({
    OTEL_TRACES_EXPORTER: "otlp",
    OTEL_EXPORTER_OTLP_CERTIFICATE: path("root"),
    OTEL_EXPORTER_OTLP_TRACES_CLIENT_CERTIFICATE: path("own"),
    OTEL_EXPORTER_OTLP_CLIENT_KEY: path("key"),
  });
  assert.ok(tracing);
  const lookup = () => {};
  const { httpAgentOptions } = optionsOf(tracing, lookup);
  const optionsFor = async (protocol: string) =>
    Reflect.get(await httpAgentOptions(protocol), "options") as object;
  const options = await optionsFor("https:");
  const texts = ["ca", "cert", "key"].map((use) => String(Reflect.get(options, use)));
  assert.deepEqual(texts, ["root", "own", "key"]);
  assert.equal(Reflect.get(options, "lookup"), lookup);
  const plain = await optionsFor("http:");
  assert.equal(Reflect.get(plain, "ca"), undefined);
  assert.equal(Reflect.get(plain, "lookup"), lookup);
});
