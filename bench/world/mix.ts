/** Scatters numbers over 32 bits, so that neighbours are far apart. It is a bijection. */
export function mix(number: number, salt: number): number {
  let bits = (number ^ salt) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
