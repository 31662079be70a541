import { createContext } from "react";

/** The names of a form's fields whose fault is in the API's own English, while the console speaks another language. */
export const EnglishFields = createContext<ReadonlySet<string>>(new Set());
