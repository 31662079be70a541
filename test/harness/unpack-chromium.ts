import chromium from "@sparticuz/chromium";

/** Unpacks the browser of the package into the folder for temporary files. */
await chromium.executablePath();
