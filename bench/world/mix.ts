/** Scatters a number over 32 bits so that neighbours end up far apart; no two numbers meet. */
export function mix(number: number, salt: number): number {
  let bits = (number ^ salt) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
