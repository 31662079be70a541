import type { Problem } from "../bookings/problem.ts";
import { html, type Markup, type Part } from "../web/html.ts";
import type { Message } from "../words/message.ts";
import type { CustomerVisit } from "../visit.ts";
import { tabPath } from "./bookings-view.ts";
import { layout } from "./layout.ts";
import { comeBack } from "./problem-view.ts";
import { referenceLine } from "./reference-line.ts";

/** Says kindly why nothing was booked; `choices` lead on. */
export function refusedView(
  visit: CustomerVisit,
  why: string,
  requestId: string | null,
  choices: Part,
): Markup {
  const { refused } = visit.words.selling;
  const message = refused[why] ?? refused["other"] ?? { title: "", text: "" };
  return said(visit, { message, tone: "unsure", requestId }, choices);
}

/** The service did not answer, or something is broken; `choices` repeat it where that can help. */
export function sellingProblemView(visit: CustomerVisit, problem: Problem, choices: Part): Markup {
  const message = visit.words.selling.problem[problem.kind];
  const requestId = problem.requestId ?? visit.requestId;
  const tone = problem.kind === "busy" ? "unsure" : "bad";
  return said(visit, { message, tone, requestId, more: comeBack(visit.words, problem) }, choices);
}

/** A form whose answer was lost; `choices` send it again. */
export function unknownView(visit: CustomerVisit, requestId: string | null, choices: Part): Markup {
  const { unknown } = visit.words.selling;
  return said(visit, { message: unknown, tone: "unsure", requestId }, choices);
}

interface Told {
  readonly message: Message;
  readonly tone: "unsure" | "bad";
  readonly requestId: string | null;
  readonly more?: Part;
}

function said(visit: CustomerVisit, { message, tone, requestId, more }: Told, choices: Part) {
  return layout(
    visit,
    message.title,
    html`<div class="narrow">
      <div class="message ${tone}" role="status">
        <h1>${message.title}</h1>
        <p class="lead">${message.text}</p>
        ${more ?? null}
      </div>
      <div class="choices">
        ${choices}
        <a class="button" href="${tabPath("upcoming")}">${visit.words.backToBookings}</a>
      </div>
      ${referenceLine(visit, requestId)}
    </div>`,
  );
}
