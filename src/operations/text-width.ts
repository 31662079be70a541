const graphemes = new Intl.Segmenter();

/** The controls that the commands print themselves: bold and colours. */
const ownControls = new RegExp(String.raw`\x1b\[\d+m`, "g");
/** Nothing but marks, joiners and controls. */
const unseen = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;
const emoji = /^\p{RGI_Emoji}$/v;
/** The blocks of Unicode whose characters are wide or full-width (UAX 11). */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u;

/** How many columns of a terminal a text takes. */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text.replace(ownControls, "")))
    width += widthOf(segment);
  return width;
}

/** The width of one character as a reader sees it. */
function widthOf(segment: string): number {
  if (unseen.test(segment)) return 0;
  return wide.test(segment) || emoji.test(segment) ? 2 : 1;
}

/** The text, or its beginning with an ellipsis where it takes more columns than `width`. */
export function cutText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = "";
  let left = width - 1;
  for (const { segment } of graphemes.segment(text)) {
    left -= widthOf(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
