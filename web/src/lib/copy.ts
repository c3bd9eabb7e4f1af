/** A text onto the clipboard. */
import { texts } from "./texts";

/** Copies, and gives what to say of it: that it is there, or that it has to be done by hand. */
export async function copyText(text: string): Promise<string> {
  return (await byBrowser(text)) || bySelection(text) ? texts.copying.done : texts.copying.byHand;
}

/** Only pages that came over https, or from this very machine, have a clipboard. */
async function byBrowser(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    await clipboard?.writeText(text);
    return clipboard !== undefined;
  } catch {
    return false; // forbidden
  }
}

/** The way before there were clipboards for pages, which plain http still has. */
function bySelection(text: string): boolean {
  const box = document.createElement("textarea");
  const before = document.activeElement;
  box.value = text;
  box.readOnly = true;
  box.className = "unseen";
  document.body.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
