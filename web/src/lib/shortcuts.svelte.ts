/** Keys that do something: one list, which the sheet shows and one listener obeys. */
import { untrack } from "svelte";

export interface Shortcut {
  /** As it is pressed: "?", "b", "g e" (one after the other), "ArrowLeft", "ctrl+z". */
  keys: string;
  text: string;
  /** Missing for a key that a part of the page obeys itself: it is only listed. */
  run?: () => void;
  /** Also while a text is being written. */
  inFields?: boolean;
  /** Also while the sheet of keys lies over the page; nothing else is to be pressed behind it. */
  onSheet?: boolean;
}

const WAIT = 1000; // milliseconds between the two keys of a sequence

interface Group {
  title: string;
  list: Shortcut[];
}

class Offered {
  groups = $state.raw<Group[]>([]);
  /** Whether the sheet is open. */
  sheet = $state(false);
}

export const shortcuts = new Offered();

/**
 * Offer keys as long as the component that calls this lives; call it while it is set up. A function says which
 * there are now: none are no group.
 */
export function offerKeys(title: string, offered: Shortcut[] | (() => Shortcut[])): void {
  $effect(() => {
    const list = typeof offered === "function" ? offered() : offered;
    if (!list.length) return undefined;
    const group = { title, list };
    shortcuts.groups = [...untrack(() => shortcuts.groups), group];
    return () => {
      shortcuts.groups = shortcuts.groups.filter((one) => one !== group);
    };
  });
}

/** Keys that a part of the page obeys itself, by what they do: for the sheet. */
export function listed(keys: Record<string, string>): Shortcut[] {
  return Object.entries(keys).map(([one, text]) => ({ keys: one, text }));
}

/** The focus leaves a text, if it is in one, so that letters are keys again; Tab goes on from there. */
export function leaveField(): boolean {
  const written = writes(document.activeElement);
  if (written) (document.activeElement as HTMLElement).blur();
  return written;
}

/** The name of a pressed key as lists write it. */
export function nameOf(event: KeyboardEvent): string {
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `ctrl+${name}` : name;
}

function writes(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "range"].includes(target.type);
}

const OF_SLIDERS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"];

/** Whether a key moves what has the focus: such keys are its own. */
function moves(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLInputElement)) return false;
  return ["range", "radio"].includes(target.type) && OF_SLIDERS.includes(key);
}

/** Whether a key closes what lies over the page, which the browser does by itself. */
function closes(key: string): boolean {
  return key === "Escape" && document.querySelector(":popover-open, dialog:modal") !== null;
}

let before = { name: "", at: 0 };

/** Find and run what a key stands for; later offers win over earlier ones. */
export function obey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  const name = nameOf(event);
  const sequence = event.timeStamp - before.at < WAIT ? `${before.name} ${name}` : "";
  before = { name, at: event.timeStamp };
  const writing = writes(event.target);
  const all = shortcuts.groups.flatMap((group) => group.list.filter((one) => one.run)).reverse();
  const found =
    all.find((one) => one.keys === sequence) ?? all.find((one) => one.keys === name);
  if (moves(event.target, event.key) || closes(event.key)) return;
  if (!found || (writing && !found.inFields) || (shortcuts.sheet && !found.onSheet)) return;
  event.preventDefault();
  before = { name: "", at: 0 };
  found.run?.();
}
