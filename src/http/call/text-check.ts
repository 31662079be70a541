interface TextSchema {
  readonly type: "string";
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Whether an ASCII text has the form that the contract gives it. */
export function textCheck(schema: TextSchema): (text: string) => boolean {
  const { pattern = "", minLength = 0, maxLength = Infinity } = schema;
  const form = new RegExp(pattern, "u");
  return (text) => text.length >= minLength && text.length <= maxLength && form.test(text);
}
