/** Why an edit or a removal is refused: its author saw another state than the stored one. */
export type CatalogueRefusal = {
  readonly why: "changed-meanwhile";
  /** The position of the edit, from 0. */
  readonly edit: number;
  /** The stored state as a line of a data file; null for nothing. */
  readonly current: object | null;
};
