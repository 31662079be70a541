import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { formatInstant } from "../../src/domain/instant.ts";
import { importLines } from "../../test/harness/service.ts";
import type { DeskOrder } from "./check-desk.ts";
import { ClockModel } from "./clock-model.ts";
import type { ClockBooking } from "./clock-seats.ts";
import { ClockSide } from "./clock-side.ts";
import { clockSteps, clockTypes, unaimed, type ClockStep, type Promotion } from "./clock-step.ts";
import type { TypeTerms } from "./clock-terms.ts";
import type { Side } from "./side.ts";

const minute = 60_000;
const hour = 60 * minute;
const capacities = [2, 1];
const campaignCutoff = 15;
const cutoffs = { plain: campaignCutoff, early: 60, walkin: -30 };
/** Longer than the least that is offered, and shorter. */
const offers = [10, 3];

export interface ClockFigures {
  readonly ends: number;
  readonly offers: number;
  readonly accepts: number;
  readonly refusals: number;
}

export interface ClockOrder extends Omit<DeskOrder, "onSequence"> {
  /** Called after each sequence with the number of its steps, and what happened in it. */
  readonly onSequence: (steps: number, figures: ClockFigures) => void;
  /** Whether the sequences had all that must happen in them: of few sequences, some kinds are rarely drawn. */
  readonly hasAll: () => boolean;
}

/** Further sequences that are drawn at once until all has happened, and how often at most. */
const furtherAtOnce = 10;
const furtherMost = 20;

/**
 * Compares random sequences of acts, with a clock that jumps to the moments at which something ends, opens or closes, with
 * the model of the clock: as many as the order says, and more until all has happened in them. Returns the first difference,
 * null where there is none.
 */
export async function checkClock(
  sides: readonly Side[],
  { seed, count, timeLeft, clock, onSequence, hasAll }: ClockOrder,
): Promise<string | null> {
  await makeCampaigns(sides);
  let run = 0;
  const property = fc.asyncProperty(
    fc.constantFrom<Promotion>("manual", "automatic", "automatic", "offer", "offer", "offer"),
    fc.constantFrom(0, 1),
    fc.boolean(),
    clockSteps,
    async (promotion, offer, endsFirst, sequence) => {
      if (!timeLeft()) return;
      run += 1;
      clock.ms += hour;
      const begun = clock.ms;
      const starts = [begun + 90 * minute, begun + 150 * minute];
      const terms = {
        promotion,
        offerMinutes: offers[offer] ?? 0,
        cutoffs,
        from: { early: begun + 10 * minute },
        until: { early: begun + 45 * minute },
      };
      const publicKey = keyOf(promotion, offer);
      const names = { activityId: `clock-${run}`, contact: `clock-${run}` };
      const place = { publicKey, ...names, starts, now: () => clock.ms };
      await openSlots(sides, place, terms);
      const model = new ClockModel(capacities, starts, terms);
      const fresh = await Promise.all(
        sides.map(async (side) => ({ ...side, token: await side.service.token() })),
      );
      const both = fresh.map((side) => new ClockSide(side, place));
      onSequence(sequence.length, await follow(model, both, { sequence, clock, endsFirst }));
    },
  );
  for (let further = 0; ; further += 1) {
    const numRuns = further === 0 ? count : furtherAtOnce;
    const found = await fc.check(property, { seed: seed + further, numRuns });
    if (found.failed) {
      return `${(found.errorInstance as Error).message} after ${JSON.stringify(found.counterexample)}`;
    }
    if (hasAll() || further === furtherMost || !timeLeft()) return null;
  }
}

/** Takes the steps on all sides. What is due ends before each, or is ended by whoever locks its slot first. */
async function follow(
  model: ClockModel,
  sides: readonly ClockSide[],
  order: {
    readonly sequence: readonly ClockStep[];
    readonly clock: { ms: number };
    readonly endsFirst: boolean;
  },
): Promise<ClockFigures> {
  const { sequence, clock, endsFirst } = order;
  const figures = { ends: 0, offers: 0, accepts: 0, refusals: 0 };
  for (const drawn of sequence) {
    const step = aimed(drawn, model.bookings());
    if (step.kind === "wait") {
      const moment = model.moments(clock.ms)[step.moment];
      if (moment !== undefined) clock.ms = moment + step.offset;
    } else {
      clock.ms += 1_000;
    }
    const before = model.bookings();
    figures.ends += model.endDue(clock.ms);
    const outcome = step.kind === "wait" ? "" : model.take(step, clock.ms);
    figures.offers += countNewOffers(before, model.bookings());
    figures.accepts += step.kind === "accept" && outcome === "CONFIRMED" ? 1 : 0;
    figures.refusals += /^(slot-has-begun|booking-)/.test(outcome) ? 1 : 0;
    for (const side of sides) {
      if (endsFirst || step.kind === "wait") await side.endDue();
      const seen = step.kind === "wait" ? "" : await side.take(step);
      await side.endDue();
      const told = JSON.stringify(step);
      compare(seen, outcome, `${told} was`);
      compare(await side.bookings(), model.bookings(), `after ${told} the bookings were`);
      const kept = [
        ...model.holds().map(({ state, endsAt }) => (state === "live" ? endsAt : null)),
        ...capacities.map((_, slot) => model.taken(slot)),
      ];
      compare(await side.kept(), kept, `after ${told} the ends of holds and the taken seats were`);
    }
  }
  const statuses = model.bookings().map(({ status }) => status);
  for (const side of sides) {
    compare(await side.listed(), statuses, "callers saw");
    compare(await side.broken(), [], "of the laws was broken");
  }
  return figures;
}

function countNewOffers(before: readonly ClockBooking[], after: readonly ClockBooking[]): number {
  return after.filter(({ offerEndsAt }, index) => {
    return offerEndsAt !== null && offerEndsAt !== before[index]?.offerEndsAt;
  }).length;
}

/** Most acts mean a booking of which they change something. */
function aimed(step: ClockStep, bookings: readonly ClockBooking[]): ClockStep {
  if (!("index" in step) || step.index === unaimed) return step;
  const meant = bookings.flatMap(({ status, offerEndsAt }, index) => {
    if (step.kind === "accept") return offerEndsAt === null ? [] : [index];
    if (step.kind === "promote") return status === "WAITLIST" ? [index] : [];
    return status === "CANCELLED" ? [] : [index];
  });
  return { ...step, index: meant[step.index % meant.length] ?? step.index };
}

function compare(seen: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(seen, expected)) return;
  throw new Error(`${what} ${JSON.stringify(seen)} and should be ${JSON.stringify(expected)}`);
}

const keyOf = (promotion: Promotion, offer: number) => `pk_clock_${promotion}_${offer}`;

async function makeCampaigns(sides: readonly Side[]): Promise<void> {
  const lines = (["manual", "automatic", "offer"] as const).flatMap((promotion) =>
    offers.flatMap((minutes, offer) => [
      {
        kind: "interaction",
        public_key: keyOf(promotion, offer),
        group: "acme-fr",
        timezone: "Europe/Paris",
        default_language: "en",
        languages: ["en"],
        waitlist_promotion: promotion,
        booking_cutoff_minutes: campaignCutoff,
        ...(promotion === "offer" && { waitlist_offer_minutes: minutes }),
      },
      {
        kind: "activity",
        interaction: keyOf(promotion, offer),
        id: "first",
        title: { en: "Tasting" },
      },
    ]),
  );
  for (const { service, accountId } of sides) await importLines(service.store, accountId, lines);
}

async function openSlots(
  sides: readonly Side[],
  {
    publicKey: interaction,
    activityId: activity,
    starts,
  }: ConstructorParameters<typeof ClockSide>[1],
  terms: TypeTerms,
): Promise<void> {
  const instant = (at: number | undefined) => (at === undefined ? null : formatInstant(at));
  const lines = [
    { kind: "activity", interaction, id: activity, title: { en: "Tasting" } },
    ...clockTypes.map((id) => ({
      kind: "ticket_type",
      interaction,
      activity,
      id,
      display_name: id,
      has_limited_capacity: true,
      booking_cutoff_minutes: id === "plain" ? null : cutoffs[id],
      bookable_from: instant(terms.from[id as "early"]),
      bookable_until: instant(terms.until[id as "early"]),
    })),
    ...starts.map((start, slot) => ({
      kind: "slot",
      interaction,
      activity,
      starting_at: formatInstant(start),
      capacity: capacities[slot],
    })),
  ];
  for (const { service, accountId } of sides) await importLines(service.store, accountId, lines);
}
