// The search of the site. The index is loaded when a reader first uses the field; without this script the
// site has no field, and every page is reached by the contents.
import MiniSearch from "minisearch";
import { searchOptions } from "./search-options.ts";

const resultsMax = 12;
const root = new URL(".", import.meta.url);
let loading = null;

const field = document.createElement("input");
field.type = "search";
field.placeholder = "Search";
field.setAttribute("aria-label", "Search the documentation");
field.setAttribute("aria-controls", "search-results");
const status = document.createElement("p");
status.className = "search-status";
status.setAttribute("role", "status");
const list = document.createElement("ul");
list.id = "search-results";
document.querySelector("#search").append(field, status, list);
field.addEventListener("focus", () => void loadIndex());
field.addEventListener("input", () => void show(field.value));
field.addEventListener("keydown", (event) => {
  if (event.key === "Enter") list.querySelector("a")?.click();
});

// On a phone, the open contents would stand before the text.
if (matchMedia("(max-width: 63.99rem)").matches) {
  document.querySelector("nav details").open = false;
}

function loadIndex() {
  loading ??= fetch(new URL("search-index.json", root))
    .then((answer) => answer.text())
    .then((text) => MiniSearch.loadJSON(text, searchOptions));
  return loading;
}

async function show(words) {
  const index = await loadIndex();
  if (words !== field.value) return;
  const found = words.trim() === "" ? [] : index.search(words);
  status.textContent = words.trim() === "" ? "" : `${found.length} found`;
  list.replaceChildren(...found.slice(0, resultsMax).map(resultItem));
}

function resultItem({ id, heading, page, excerpt }) {
  const link = document.createElement("a");
  link.href = new URL(id, root).href;
  link.textContent = heading === page ? page : `${heading} · ${page}`;
  const text = document.createElement("small");
  text.textContent = excerpt;
  const item = document.createElement("li");
  item.append(link, text);
  return item;
}
