import { createHash } from "node:crypto";
import type { RequirementReport } from "../classify.ts";
import { reportStyle } from "./html-style.ts";
import type { Report, VerdictReport } from "./report.ts";

/**
 * The report as one page without scripts, and without fonts or pictures from elsewhere. Its policy forbids
 * them, so that the file can be sent and opened from a disk.
 */
export function htmlReport(report: Report): string {
  const styleHash = createHash("sha256").update(reportStyle).digest("base64");
  const { rules, requirements } = report;
  const title = rules.fail === 0 ? "Nothing is broken" : `${rules.fail} rules are broken`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${text(title)} · booking conformance</title>
<style>${reportStyle}</style>
</head>
<body>
<a class="skip-link" href="#rules">Skip to the rules</a>
<header>
<p class="kicker">Booking interface · conformance report</p>
<h1 class="${rules.fail === 0 ? "pass" : "fail"}">${text(title)}</h1>
<p class="target">${text(report.target)}</p>
<p class="facts"><time datetime="${text(report.started_at)}">${text(utc(report.started_at))}</time> · ${report.requests} requests in ${report.seconds} s${report.read_only ? " · read-only: nothing was cancelled" : ""}</p>
</header>
<main>
<section aria-labelledby="in-figures">
<h2 id="in-figures">In figures</h2>
<div class="tiles">
${tile("pass", requirements.observed, `of ${report.standings.length} requirements observed`)}
${tile("fail", requirements.broken, "broken")}
${tile("skip", requirements["not tried"] + requirements.forgotten, "not tried")}
${tile("none", requirements.unobservable, "cannot be seen from outside")}
</div>
</section>
<section aria-labelledby="requirements">
<h2 id="requirements">Requirements</h2>
<p class="legend"><span><b class="cell pass">R</b> observed</span> <span><b class="cell fail">R</b> broken</span> <span><b class="cell skip">R</b> not tried</span> <span><b class="cell none">R</b> cannot be seen from outside</span></p>
<ol class="grid">
${report.standings.map(cell).join("\n")}
</ol>
<details class="table">
<summary>As a table</summary>
<div class="scroll"><table>
<thead><tr><th scope="col">Number</th><th scope="col">Sentence</th><th scope="col">Standing</th></tr></thead>
<tbody>
${report.standings.map(row).join("\n")}
</tbody>
</table></div>
</details>
</section>
<section aria-labelledby="rules" class="rules">
<h2 id="rules">Rules</h2>
<fieldset class="filter">
<legend>Show</legend>
<label><input type="radio" name="show" id="show-all" checked> all ${report.verdicts.length}</label>
<label><input type="radio" name="show" id="show-fail"> broken ${rules.fail}</label>
<label><input type="radio" name="show" id="show-skip"> skipped ${rules.skip}</label>
<label><input type="radio" name="show" id="show-pass"> held ${rules.pass}</label>
</fieldset>
${[...report.verdicts].toSorted(bySeverity).map(verdict).join("\n")}
</section>
</main>
<footer><p>Client secrets and access tokens are masked. A number such as R19 is a requirement of the interface; one such as A13 a decision where the interface is silent.</p></footer>
</body>
</html>
`;
}

const order = { fail: 0, skip: 1, pass: 2 } as const;
const words = { fail: "broken", skip: "skipped", pass: "holds" } as const;

function bySeverity(a: VerdictReport, b: VerdictReport): number {
  return order[a.verdict] - order[b.verdict];
}

function tile(kind: string, figure: number, label: string): string {
  return `<p class="tile ${kind}${figure === 0 ? " zero" : ""}"><strong>${figure}</strong> ${text(label)}</p>`;
}

const kinds = {
  observed: "pass",
  broken: "fail",
  "not tried": "skip",
  forgotten: "skip",
  unobservable: "none",
} as const;

function cell({ id, standing, sentence, rules, why }: RequirementReport): string {
  const label = `${id}, ${standing}: ${sentence}${why === null ? "" : ` — ${why}`}`;
  const [first] = rules;
  const link = first === undefined ? `row-${id}` : first;
  return `<li><a class="cell ${kinds[standing]}" href="#${text(link)}" title="${text(label)}" aria-label="${text(`${id}, ${standing}`)}">${id}</a></li>`;
}

function row({ id, standing, sentence, rules, why }: RequirementReport): string {
  const links = rules.map((rule) => `<a href="#${text(rule)}">${text(rule)}</a>`).join(", ");
  return `<tr id="row-${id}"><th scope="row">${id}</th><td>${text(sentence)}</td><td><span class="${kinds[standing]}">${standing}</span>${why === null ? "" : `<br><small>${text(why)}</small>`}${links === "" ? "" : `<br><small>${links}</small>`}</td></tr>`;
}

function verdict(found: VerdictReport): string {
  const { rule, requirements, decisions, sentence, message, shown_by, requests } = found;
  const numbers = [...requirements, ...decisions].map(
    (id) => `<span class="number">${text(id)}</span>`,
  );
  return `<details class="rule ${found.verdict}" id="${text(rule)}"${found.verdict === "fail" ? " open" : ""}>
<summary><span class="mark ${found.verdict}">${words[found.verdict]}</span> <span class="name">${text(rule.replaceAll("-", " "))}</span> <span class="numbers">${numbers.join(" ")}</span></summary>
<blockquote>${text(sentence)}</blockquote>
${message === null ? "" : `<p class="message">${text(message)}</p>`}
${
  shown_by === null
    ? ""
    : `<p class="caption">${found.verdict === "fail" ? "The exchange that shows it" : "The last exchange"}, of ${requests}</p>
<div class="exchange"><figure><figcaption>Request</figcaption><pre tabindex="0">${text(shown_by.request)}</pre></figure>
<figure><figcaption>Answer</figcaption><pre tabindex="0">${text(shown_by.answer)}</pre></figure></div>`
}
</details>`;
}

function utc(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}

function text(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
