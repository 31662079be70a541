/** The version in `package.json`; a test holds both equal. */
export const version = "0.2.0";
