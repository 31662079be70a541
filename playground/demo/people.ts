import type { DemoCampaign } from "./campaigns.ts";
import type { Random } from "./random.ts";

export interface Person {
  readonly externalId: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The campaign of the person's city. */
  readonly interaction: DemoCampaign;
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

/** Names that are common in the city of each campaign. */
const firstNames = {
  pk_summer: words(`
    Adèle, Agathe, Aïcha, Alix, Amandine, Anouk, Antoine, Arthur, Aurélien, Bastien, Bérénice,
    Blanche, Capucine, Céleste, Chloé, Clément, Damien, Diane, Élise, Émile, Fatou, Félix, Gabriel,
    Garance, Hélène, Hugo, Inès, Jeanne, Jules, Karim, Léonie, Louis, Lucie, Maël, Margaux,
    Mathilde, Nadia, Noé, Océane, Octave, Paul, Pauline, Quentin, Rosalie, Samir, Sidonie, Théo,
    Thuy, Ulysse, Valentine, Victor, Yasmine, Zoé`),
  pk_winter: words(`
    Aaliyah, Abigail, Alejandro, Amir, Beatriz, Caleb, Camila, Daniel, Deborah, Eleanor, Elijah,
    Esteban, Grace, Hannah, Isaac, Jasmine, Javier, June, Kenji, Lucía, Malik, Marisol, Naomi,
    Oliver, Priya, Rafael, Ruth, Sofía, Theodore, Walter, Ximena, Yusuf`),
};

const lastNames = {
  pk_summer: words(`
    Aubert, Barbier, Belkacem, Benoît, Bourdin, Carpentier, Charrier, Collet, Da Silva, Delaunay,
    Diallo, Dufour, Fabre, Faure, Garnier, Gauthier, Guérin, Haddad, Hubert, Jacquet, Joubert,
    Keller, Lacroix, Lambert, Le Goff, Leroux, Marchand, Mercier, Moreau, N'Diaye, Nguyen, Paris,
    Perrin, Picard, Poirier, Rousseau, Roy, Saunier, Tessier, Traoré, Vasseur, Vidal, Weber, Zidi`),
  pk_winter: words(`
    Abrams, Adeyemi, Baptiste, Brooks, Castillo, Chen, Delgado, Ellison, Feldman, Fitzgerald,
    Guzmán, Hughes, Johnson, Kaplan, Kim, Lindqvist, Morales, Nakamura, O'Brien, Okafor, Patel,
    Pérez, Reyes, Rossi, Sullivan, Torres, Walsh, Washington, Whitaker, Zhang`),
};

function words(text: string): readonly string[] {
  return text.trim().split(/,\s+/);
}
