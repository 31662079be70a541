/** A heading and the sentences below it. */
export interface Message {
  readonly title: string;
  readonly text: string;
}
