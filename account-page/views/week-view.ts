import { slotWords } from "../bookings/slot-words.ts";
import { activityKey } from "../selling/offered-activities.ts";
import { fieldsOf, placeOf } from "../selling/place.ts";
import type { ListedSlot, WeekPage } from "../selling/read-week.ts";
import { html, type Markup, type Part } from "../web/html.ts";
import type { CustomerVisit } from "../visit.ts";
import { tabPath } from "./bookings-view.ts";
import { layout } from "./layout.ts";
import { seatsWords } from "./seats-words.ts";
import { timedSlot } from "./slot-card.ts";

/** A week of slots with what can be booked of them. */
export function weekView(visit: CustomerVisit, found: WeekPage): Markup {
  const words = visit.words.selling;
  const shown = [...found.days.values()].flat();
  const zones = new Set(shown.map(({ slot }) => slot.timezone));
  const [zone] = zones;
  return layout(
    visit,
    words.title,
    html`<h1>${words.title}</h1>
      <p class="lead">
        ${words.lead} ${zones.size === 1 && zone !== undefined ? words.allTimes(zone) : null}
      </p>
      ${found.isWhole ? null : html`<p class="note" role="status">${words.notAll}</p>`}
      ${filters(visit, found)} ${weekNav(visit, found)}
      ${
        found.days.size === 0
          ? empty(visit, found)
          : [...found.days.values()].map((slots) => daySection(visit, slots, zones.size > 1))
      }
      <p class="back"><a href="${tabPath("upcoming")}">${visit.words.backToBookings}</a></p>`,
  );
}

function filters({ words: { selling: words, locale }, language }: CustomerVisit, found: WeekPage) {
  const { hostNames, chosen, week } = found;
  const activities = found.activities
    .map((each) => ({ key: activityKey(each), title: each.title(language) }))
    .toSorted((one, other) => one.title.localeCompare(other.title, locale));
  const option = (value: string, text: string, own: string) =>
    html`<option value="${value}" ${value === own ? html`selected` : null}>${text}</option>`;
  return html`<form class="filters" action="/book">
    <input type="hidden" name="week" value="${week.days[0] ?? ""}" />
    <label
      >${words.activity}
      <select name="activity">
        ${option("", words.everything, chosen.activity)}
        ${activities.map(({ key, title }) => option(key, title, chosen.activity))}
      </select></label
    >
    ${
      hostNames.length === 0
        ? null
        : html`<label
            >${words.host}
            <select name="host">
              ${option("", words.everybody, chosen.host)}
              ${hostNames.map((name) => option(name, name, chosen.host))}
            </select></label
          >`
    }
    <button>${words.show}</button>
  </form>`;
}

function weekNav({ words }: CustomerVisit, found: WeekPage): Markup {
  const { week, isFirst } = found;
  const days = week.days.map((each) => new Date(each));
  const span = new Intl.DateTimeFormat(words.locale, { dateStyle: "long", timeZone: "UTC" });
  const [first, last] = [days[0] ?? new Date(0), days.at(-1) ?? new Date(0)];
  return html`<nav class="pager week" aria-label="${words.selling.weekNav}">
    ${
      isFirst
        ? html`<span class="button" aria-hidden="true">${words.selling.previousWeek}</span>`
        : html`<a class="button" rel="prev" href="${weekPath(found, week.previous)}"
            >${words.selling.previousWeek}</a
          >`
    }
    <p>${span.formatRange(first, last)}</p>
    <a class="button" rel="next" href="${weekPath(found, week.next)}">${words.selling.nextWeek}</a>
  </nav>`;
}

function empty({ words }: CustomerVisit, found: WeekPage): Markup {
  const { title, text } = words.selling.empty;
  const { nextDay } = found;
  const date = new Intl.DateTimeFormat(words.locale, { dateStyle: "full", timeZone: "UTC" });
  return html`<div class="empty">
    <h2>${title}</h2>
    <p>${text}</p>
    ${
      nextDay === null
        ? null
        : html`<p class="action">
            <a class="button" href="${weekPath(found, nextDay)}"
              >${words.selling.nextSlot(date.format(new Date(nextDay)))}</a
            >
          </p>`
    }
  </div>`;
}

export function weekPath({ chosen }: Pick<WeekPage, "chosen">, day: string): string {
  const query = new URLSearchParams({ week: day });
  if (chosen.activity !== "") query.set("activity", chosen.activity);
  if (chosen.host !== "") query.set("host", chosen.host);
  return `/book?${query.toString()}`;
}

function daySection(visit: CustomerVisit, slots: readonly ListedSlot[], showsZones: boolean): Part {
  const [first] = slots;
  if (first === undefined) return null;
  const { date } = slotWords(timedSlot(first.slot), visit.words.locale);
  return html`<section class="day" aria-label="${date}">
    <h2 class="eyebrow">${date}</h2>
    <ul class="slots" role="list">
      ${slots.map((each) => html`<li>${row(visit, each, showsZones)}</li>`)}
    </ul>
  </section>`;
}

function row(visit: CustomerVisit, listed: ListedSlot, showsZone: boolean): Markup {
  const { words, language } = visit;
  const { slot, activity, hostName, left } = listed;
  const { time, zone, date } = slotWords(timedSlot(slot), words.locale);
  const title = activity.title(language);
  const query = new URLSearchParams(fieldsOf(placeOf(slot)));
  const label = left.kind === "waitlist" ? words.selling.wait : words.selling.choose;
  const where = [hostName, activity.place(language)].filter(Boolean).join(" · ");
  return html`<p class="time">
      <time datetime="${slot.starting_at}">${time}</time>
      ${showsZone ? html`<span class="zone">${zone}</span>` : null}
    </p>
    <div class="about">
      <h3>${title}</h3>
      ${where === "" ? null : html`<p>${where}</p>`}
    </div>
    <p class="seats ${left.kind}">${seatsWords(visit, activity, left)}</p>
    ${
      left.kind === "free" || left.kind === "waitlist"
        ? html`<a class="button" href="/book/slot?${query.toString()}"
            >${label} <span class="hidden">${title}, ${date}, ${time}</span></a
          >`
        : html`<span class="button" aria-hidden="true">${label}</span>`
    }`;
}
