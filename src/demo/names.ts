/** Names that are common in the city of each campaign. */
export const firstNames = {
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

export const lastNames = {
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
