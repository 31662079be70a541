import { firstNames, lastNames } from "./names.ts";
import type { Random } from "./random.ts";

export interface Person {
  readonly externalId: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The campaign of the person's city. */
  readonly interaction: "pk_summer" | "pk_winter";
}

const peopleCount = 119;

/** CUST-1002 to CUST-1120: the contacts who show nothing in particular. One in four is in New York. */
export function demoPeople(random: Random): readonly Person[] {
  return Array.from({ length: peopleCount }, (_, index) => {
    const interaction = index % 4 === 3 ? "pk_winter" : "pk_summer";
    return {
      externalId: `CUST-${1002 + index}`,
      firstName: random.pick(firstNames[interaction]),
      lastName: random.pick(lastNames[interaction]),
      interaction,
    };
  });
}

/** The names on a party's tickets: the contact, then members of the family. */
export function partyNames(person: Person, size: number, random: Random): readonly string[] {
  const { firstName, lastName, interaction } = person;
  const relatives = firstNames[interaction].filter((name) => name !== firstName);
  const party = [firstName, ...random.shuffle(relatives).slice(0, size - 1)];
  return party.map((name) => `${name} ${lastName}`);
}

export function strangerName(random: Random): string {
  return `${random.pick(firstNames.pk_summer)} ${random.pick(lastNames.pk_summer)}`;
}
