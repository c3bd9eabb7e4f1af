/** A text with carets under a part of it, cut to a window around that part. */
const WINDOW = 60;

export function caretLines(
  text: string,
  span: { start: number; end: number },
): { text: string; carets: string } {
  const first = Math.max(0, Math.min(span.start - WINDOW / 4, text.length - WINDOW));
  const shown = text.slice(first, first + WINDOW).replace(/\s/g, " ");
  const before = first > 0 ? "…" : "";
  const after = first + WINDOW < text.length ? "…" : "";
  const length = Math.max(1, Math.min(span.end, first + shown.length) - span.start);
  return {
    text: before + shown + after,
    carets: " ".repeat(before.length + span.start - first) + "^".repeat(length),
  };
}
