/** Where the page is: path and query of the address, and going elsewhere without a reload. */

export const place = $state({
  path: location.pathname,
  query: location.search,
  /** How often one went to an address; what a page says of itself is no visit. */
  visits: 0,
});

function take(): void {
  place.path = location.pathname;
  place.query = location.search;
  place.visits += 1;
}

window.addEventListener("popstate", () => {
  forget();
  take();
});

/** Go to an address of this site; `replace` leaves no step to go back to. */
export function go(address: string, options: { replace?: boolean } = {}): void {
  settle();
  const target = new URL(address, location.href);
  if (target.href === location.href) return;
  history[options.replace ? "replaceState" : "pushState"](null, "", target);
  take();
}

/** The query of the address as it is now. */
export function query(): URLSearchParams {
  return new URLSearchParams(place.query);
}

type Settings = Record<string, string | string[]>;

/** Put settings of a page into its address, so that it can be shared; empty ones are left out. */
export function describe(settings: Settings): void {
  // Pages see it at once: one that is changed again builds on it. The browser hears of it soon.
  place.query = written(settings);
  replaceSoon(place.path + place.query);
}

/** The same as a step that one can go back from: another view, rather than another letter. */
export function visit(settings: Settings): void {
  go(place.path + written(settings));
}

function written(settings: Settings): string {
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries(settings)) {
    for (const one of Array.isArray(value) ? value : value ? [value] : []) next.append(name, one);
  }
  const text = next.toString();
  return text ? `?${text}` : "";
}

// Browsers refuse addresses that change more often than a hundred times in ten to thirty seconds. So most are told
// at once, for a reload to find them, and while somebody paints only some.
const MANY = 40;
const WITHIN = 20_000; // milliseconds
const told: number[] = []; // when, the last ones
let coming: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function replaceSoon(address: string): void {
  clearTimeout(timer);
  coming = address;
  const wait = (told.at(-MANY) ?? -Infinity) + WITHIN - Date.now();
  if (wait <= 0) settle();
  else timer = setTimeout(settle, Math.min(wait, WITHIN / MANY));
}

function forget(): void {
  clearTimeout(timer);
  coming = null;
}

/** Let the browser's address be what the page says it is. */
export function settle(): void {
  const address = coming;
  forget();
  if (address === null) return;
  told.push(Date.now());
  if (told.length > MANY) told.shift();
  history.replaceState(null, "", address);
}

/** Let links to this site be followed by the router; put on the shell's `onclick`. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target || link.hasAttribute("download")) return;
  const address = new URL(link.href);
  if (address.origin !== location.origin || address.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(link.href);
}
