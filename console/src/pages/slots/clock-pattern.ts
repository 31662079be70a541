/**
 * A time of day as every other time of the console is written. The browser's own field for times shows
 * AM and PM where its language does.
 */
export const clockPattern = "([01]?[0-9]|2[0-3]):[0-5][0-9]";
