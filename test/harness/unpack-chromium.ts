import chromium from "@sparticuz/chromium";

/** Unpacks the package's browser into the folder for temporary files. */
await chromium.executablePath();
