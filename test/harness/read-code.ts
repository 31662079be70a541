import { decodeQR } from "qr/decode.js";

const scale = 4;

/** Decodes the modules of a QR code as a scanner does; true is dark. */
export function readCode(rows: readonly (readonly boolean[])[]): string {
  const width = (rows[0]?.length ?? 0) * scale;
  const height = rows.length * scale;
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] !== true) continue;
      data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return decodeQR({ width, height, data });
}
