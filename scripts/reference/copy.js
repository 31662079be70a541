// Gives every block of code a button that copies it. Without this script the code can be selected.
for (const figure of document.querySelectorAll("figure.code")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  const state = document.createElement("span");
  state.className = "copied";
  state.setAttribute("role", "status");
  button.addEventListener("click", () => {
    void copyAndTell(figure.querySelector("pre"), state);
  });
  figure.querySelector("figcaption").append(state, button);
}

async function copyAndTell(code, state) {
  state.textContent = (await copy(code)) ? "Copied" : "Select the text to copy it";
  setTimeout(() => (state.textContent = ""), 2_000);
}

// The clipboard is only there on https and on localhost; elsewhere the old way does it.
async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(code);
    return document.execCommand("copy");
  }
}
