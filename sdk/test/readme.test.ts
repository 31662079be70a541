import assert from "node:assert/strict";
import { readFileSync, symlinkSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { packedProject, type PackedProject } from "./packed-project.ts";
import { runtimeService } from "./runtime-service.ts";
import { version } from "../src/version.ts";

/**
 * The README's words: "The examples go on from here: `client` is that client, `customerId` …, `booking` …"
 */
const goesOn = `import { BookingClient as Client } from "booking-service-client";
const client = new Client();
const customerId = "CUST-1";
const [booking] = await client.bookings(customerId, { statuses: ["CONFIRMED"] }).toArray({ limit: 1 });
if (booking === undefined) throw new Error("CUST-1 has no booking left.");
`;

const readme = readFileSync("sdk/README.md", "utf8");
const blocks = [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
  ([, language = "", text = ""], index) => ({ language, text, name: `example-${index + 1}.ts` }),
);
const programs = blocks.filter(({ language }) => language === "ts");

describe("the README", () => {
  let project: PackedProject;
  before(async () => {
    project = await packedProject();
  });
  after(() => project[Symbol.dispose]());

  test("has blocks of known languages, each of which runs here", () => {
    assert.ok(programs.length >= 9, `${programs.length} programs`);
    for (const { language } of blocks) assert.match(language, /^(ts|sh)$/);
    assert.equal(blocks.length - programs.length, 2);
  });

  test("installs as it says", async () => {
    const install = blocks.find(({ language }) => language === "sh");
    const command = install?.text.trim() ?? "";
    const file = `./booking-service-client-${version}.tgz`;
    assert.equal(command, `npm install ${file}`);
    const words = command.replace(file, project.tarball).split(" ").slice(1);
    await project.run("npm", [...words, "--offline"], { HOME: project.folder });
  });

  test("names the variables that the client reads", async () => {
    const exports = blocks.findLast(({ language }) => language === "sh");
    const shown = await project.run("sh", ["-ec", `${exports?.text}\nenv`]);
    const names = [...shown.stdout.matchAll(/^(BOOKING_\w+)=./gm)].map(([, name]) => name);
    await using service = await runtimeService();
    assert.deepEqual(new Set(names), new Set(Object.keys(service.environment())));
  });

  test("has programs that compile and do what they should against a service", async () => {
    await using service = await runtimeService();
    // The examples use these two beside the library.
    mkdirSync(join(project.folder, "node_modules", "@types"), { recursive: true });
    for (const name of ["pino", "@types/node"]) {
      symlinkSync(resolve("node_modules", name), join(project.folder, "node_modules", name));
    }
    for (const { name, text } of programs) {
      const here = text.replace("/path/to/booking-service", resolve("."));
      project.write(name, here.includes("new BookingClient(") ? here : `${goesOn}\n${here}`);
    }
    const tsc = resolve("node_modules/.bin/tsc");
    const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--types", "node"];
    const modules = ["--module", "nodenext", "--target", "es2022", "--skipLibCheck"];
    const names = programs.map(({ name }) => name);
    await project.run(tsc, [...options, ...modules, ...names]).catch((error) => {
      throw new Error(error.stdout);
    });
    const said: string[] = [];
    for (const { name } of programs) {
      const { stdout } = await project.run(process.execPath, [name], service.environment());
      said.push(stdout);
    }
    const all = said.join("\n");
    for (const sentence of [
      /Dégustation Wednesday 1 May 2030 at 10:00 CEST|Dégustation .*10:00/,
      /20 of 20/,
      /upcoming/,
      /Your booking is cancelled\./,
      /RequestError 500 [\w-]+/,
      /"msg":"Answered"/,
      /✔ a cancel whose answer is lost is known to be done/,
    ]) {
      assert.match(all, sentence);
    }
  });

  test("explains every error, option and outcome that there is", () => {
    const source = (file: string) => readFileSync(`sdk/src/${file}`, "utf8");
    const fieldsOf = (name: string, file: string) => {
      const body = new RegExp(`interface ${name} [\\w ]*\\{([\\s\\S]*?)^\\}`, "m").exec(
        source(file),
      );
      return [...(body?.[1] ?? "").matchAll(/readonly (\w+)\??:/g)].map(([, field]) => field ?? "");
    };
    const fields = [
      ...fieldsOf("BookingClientOptions", "client-options.ts"),
      ...fieldsOf("CallLimits", "call-limits.ts"),
      ...fieldsOf("CallOptions", "call-limits.ts"),
      ...fieldsOf("BookingFilter", "list-bookings.ts"),
      ...fieldsOf("CancelOptions", "cancel-booking.ts"),
    ];
    const errors = [...source("errors.ts").matchAll(/^export class (\w+)/gm)].map(
      ([, name]) => name ?? "",
    );
    const exported = [
      ...source("index.ts").matchAll(/\b(localisedText|endsAt|formatStart|startsAt)\b/g),
    ];
    const outcomes = ["cancelled", "already-cancelled", "unknown"];
    assert.ok(fields.length > 20 && errors.length === 7 && exported.length === 4);
    for (const name of [...fields, ...errors, ...exported.map(([name]) => name), ...outcomes]) {
      assert.match(readme, new RegExp(`[\`" ]${name}\\b`), `${name} is missing`);
    }
  });
});
