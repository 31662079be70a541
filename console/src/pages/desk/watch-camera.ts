/** Reads codes from pictures: the browser's own detector, or the bundled one in its place. */
interface Detector {
  detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

const pauseMs = 120;
/** A ticket that stays in view is not scanned again. */
const awayMs = 1_500;

/** Calls `onCode` once for each code that comes into view, until the signal; throws without a camera. */
export async function watchCamera(
  video: HTMLVideoElement,
  onCode: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment" },
  });
  try {
    video.srcObject = stream;
    const [detector] = await Promise.all([openDetector(), video.play()]);
    const seenAt = new Map<string, number>();
    while (!signal.aborted) {
      for (const { rawValue } of await detector.detect(video).catch(() => [])) {
        const now = performance.now();
        const isNew = now - (seenAt.get(rawValue) ?? -awayMs) >= awayMs;
        seenAt.set(rawValue, now);
        if (isNew && !signal.aborted) onCode(rawValue);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}

type DetectorClass = (new (options: { readonly formats: readonly string[] }) => Detector) & {
  getSupportedFormats(): Promise<readonly string[]>;
};

async function openDetector(): Promise<Detector> {
  const formats = ["qr_code"];
  const { BarcodeDetector: Own } = globalThis as { readonly BarcodeDetector?: DetectorClass };
  if (Own !== undefined && (await Own.getSupportedFormats()).includes("qr_code")) {
    return new Own({ formats });
  }
  const { BarcodeDetector } = await import("qr/decode.js");
  return new BarcodeDetector({ formats: ["qr_code"] });
}
