import type { Type as Builder } from "typebox";

/** Schemas that may be missing. */
const optional = new WeakSet<object>();

/**
 * TypeBox's builder, for the few kinds of schema that the contract has. TypeBox itself has hundreds of files, which each
 * thread that serves callers would load at its start to make some objects.
 */
export const Type = {
  String: (options?: object) => ({ type: "string", ...options }),
  Integer: (options?: object) => ({ type: "integer", ...options }),
  Boolean: (options?: object) => ({ type: "boolean", ...options }),
  Literal: (value: string, options?: object) => ({
    type: "string",
    const: value,
    ...options,
  }),
  Enum: (values: readonly string[], options?: object) => ({ enum: values, ...options }),
  Unknown: (options?: object) => ({ ...options }),
  Array: (items: object, options?: object) => ({ type: "array", items, ...options }),
  Object: (properties: Readonly<Record<string, object>>, options?: object) => {
    const names = Object.keys(properties);
    const required = names.filter((name) => !optional.has(properties[name] ?? {}));
    return {
      type: "object",
      ...(required.length > 0 && { required }),
      properties,
      ...options,
    };
  },
  Optional: (schema: object) => {
    const copy = { ...schema };
    optional.add(copy);
    return copy;
  },
} as unknown as Pick<
  typeof Builder,
  | "String"
  | "Integer"
  | "Boolean"
  | "Literal"
  | "Enum"
  | "Unknown"
  | "Array"
  | "Object"
  | "Optional"
>;
