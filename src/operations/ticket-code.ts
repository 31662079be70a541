/**
 * A booking's id as a QR code of block characters. The blocks are its light modules: a terminal with
 * dark letters on a light ground shows it with the colours exchanged, which scanners read as well.
 */
export async function ticketCode(booking: string): Promise<string> {
  const { encodeQR } = await import("qr");
  return encodeQR(booking, "ascii");
}
