import { mount } from "svelte";
import "../lib/tokens.css";
import "../lib/base.css";
import { setDigits } from "../lib/results/figures";
import { texts } from "../lib/texts";
import { unpacked } from "./book";
import OfflinePage from "./OfflinePage.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");
try {
  const book = await unpacked(document.getElementById("data")?.textContent ?? "");
  setDigits(book.digits);
  document.title = `${book.name} · ${texts.brand}`;
  mount(OfflinePage, { target, props: { book } });
} catch {
  target.textContent = texts.results.file.broken;
}
