#!/usr/bin/env bash
# A ticket's number changes between the writer of a barcode and its reader, in silence. @zxing/library 0.21.3 reads the EAN-13 `0123456789012` as
# twelve digits, the zero gone; @undecaf/zbar-wasm 0.11.0 reads all. A small letter in Code 39 is a pair of signs (ISO/IEC 16388, full ASCII),
# which bwip-js 4.11.4 writes: both readers, and @ericblade/quagga2 1.12.1, hand over the pair, `+B-00123`. JsBarcode 3.12.3 writes a capital.
# In a QR code that is white on black (ISO/IEC 18004, 6.2), as a page in dark mode shows it, zxing and zbar see nothing; jsqr 1.4.0 reads it.
# Matters to: entrances that scan tickets: Code 128, or a QR code that is dark on white, is read by each as it was written.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts @ericblade/quagga2@1.12.1 @undecaf/zbar-wasm@0.11.0 @zxing/library@0.21.3 \
  bwip-js@4.11.4 jsbarcode@3.12.3 jsqr@1.4.0 pngjs@7.0.0 >/dev/null 2>&1
cat >scan.mjs <<'JS'
import Quagga from "@ericblade/quagga2";
import { scanImageData } from "@undecaf/zbar-wasm";
import * as zxing from "@zxing/library";
import bwip from "bwip-js";
import JsBarcode from "jsbarcode";
import jsqr from "jsqr";
import { PNG } from "pngjs";
const byZxing = ({ data, width, height }) => {
  const grey = Uint8ClampedArray.from({ length: width * height }, (_, pixel) => data[4 * pixel]);
  const bitmap = new zxing.BinaryBitmap(new zxing.HybridBinarizer(new zxing.RGBLuminanceSource(grey, width, height)));
  try {
    return new zxing.MultiFormatReader().decode(bitmap, new Map([[zxing.DecodeHintType.TRY_HARDER, true]])).getText();
  } catch {
    return "nothing";
  }
};
const byZbar = async (image) => (await scanImageData(image))[0]?.decode() ?? "nothing";
const byQuagga = (png) =>
  new Promise((resolve) => {
    const src = `data:image/png;base64,${png.toString("base64")}`;
    const options = { src, numOfWorkers: 0, inputStream: { size: 800 }, decoder: { readers: ["code_128_reader", "code_39_reader"] } };
    Quagga.decodeSingle(options, (result) => resolve(result?.codeResult?.code ?? "nothing"));
  });
const paper = { scale: 3, paddingwidth: 20, paddingheight: 20, backgroundcolor: "FFFFFF" };
for (const [bcid, text, dark] of [["ean13", "0123456789012"], ["ean13", "9781234567897"], ["code39ext", "b-00123"], ["code128", "b-00123"],
  ["qrcode", "b-00123"], ["qrcode", "b-00123", { backgroundcolor: "000000", barcolor: "FFFFFF" }]]) {
  const png = await bwip.toBuffer({ bcid, text, ...paper, ...dark });
  const image = PNG.sync.read(png);
  const pixels = { data: new Uint8ClampedArray(image.data), width: image.width, height: image.height };
  const third = bcid === "qrcode" ? `jsqr ${jsqr.default(pixels.data, pixels.width, pixels.height)?.data}` : bcid.startsWith("code") ? `quagga ${await byQuagga(png)}` : "";
  console.log(`${bcid}${dark ? " white on black" : ""} ${text}: zxing ${byZxing(pixels)}, zbar ${await byZbar(pixels)} ${third}`.trim());
}
const drawn = {};
JsBarcode(drawn, "b-00123", { format: "CODE39" });
console.log(`JsBarcode CODE39 b-00123: ${drawn.encodings.map(({ text }) => text).join("")}`);
process.exit();
JS
node scan.mjs | tee seen
diff seen - <<'SEEN'
ean13 0123456789012: zxing 123456789012, zbar 0123456789012
ean13 9781234567897: zxing 9781234567897, zbar 9781234567897
code39ext b-00123: zxing +B-00123, zbar +B-00123 quagga +B-00123
code128 b-00123: zxing b-00123, zbar b-00123 quagga b-00123
qrcode b-00123: zxing b-00123, zbar b-00123 jsqr b-00123
qrcode white on black b-00123: zxing nothing, zbar nothing jsqr b-00123
JsBarcode CODE39 b-00123: B-00123
SEEN
