// Makes tabs of a call in several languages, and remembers the reader's language. Without this script all of
// them are shown, one below the other.
const storageKey = "language of calls";
const groups = [...document.querySelectorAll(".samples")].map(makeTabs);
select(readChoice());

function makeTabs(samples, number) {
  const list = document.createElement("div");
  list.className = "tabs";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Language of the call");
  const tabs = [...samples.children].map((panel, index) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = `call-${number}-tab-${index}`;
    tab.textContent = panel.querySelector("pre").getAttribute("aria-label");
    tab.setAttribute("role", "tab");
    panel.id = `call-${number}-panel-${index}`;
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    tab.addEventListener("click", () => choose(tab.textContent));
    list.append(tab);
    return { tab, panel };
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const now = tabs.findIndex(({ tab }) => tab === document.activeElement);
    const { tab } = tabs[(now + step + tabs.length) % tabs.length];
    choose(tab.textContent);
    tab.focus();
  });
  samples.prepend(list);
  return tabs;
}

function choose(language) {
  select(language);
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // A browser without storage forgets the choice with the page.
  }
}

function readChoice() {
  try {
    return localStorage.getItem(storageKey) ?? "curl";
  } catch {
    return "curl";
  }
}

function select(language) {
  for (const tabs of groups) {
    const chosen = tabs.find(({ tab }) => tab.textContent === language) ?? tabs[0];
    for (const { tab, panel } of tabs) {
      const isChosen = tab === chosen.tab;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      panel.hidden = !isChosen;
    }
  }
}
