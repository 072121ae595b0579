"""A page walked through by keyboard: what Tab reaches, whether one sees where one is.

`walk(page)` presses Tab from the top of the page to its end and compares what got the focus with
everything that can be clicked. What it returns are findings in words; none means that the page can
be used without a mouse.
"""

from playwright.sync_api import Page

#: listeners on things without focus, where the same is done by keys in another way
BY_OTHER_KEYS = (
    "[data-hand]",  # a seat: its number is typed into the field above the boards
    "[data-due] [data-game]",  # a game that is due: the arrow keys
    "[data-results]",  # a board: the arrow keys, or its number
)
MOST = 900

#: Before the page's own scripts: which elements listen to the mouse.
LISTEN = """(() => {
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    const mouse = /^(click|dblclick|mousedown|pointerdown)$/.test(type);
    if (mouse && this instanceof Element && this.localName !== "form") {
      this.setAttribute("data-listens", "");
    }
    return add.call(this, type, ...rest);
  };
})()"""

_START = """(others) => {
  const CAN = "a[href], area[href], button, input, select, textarea, summary, iframe, [tabindex]," +
    "[contenteditable=true], [role=button], [role=link], [role=checkbox], [role=tab]";
  const seen = (one) => one.getClientRects().length > 0 && !one.closest("[inert]") &&
    one.checkVisibility({ visibilityProperty: true });
  const usable = (one) => seen(one) && !one.matches(":disabled") && one.type !== "hidden";
  const problems = [];
  const words = (one) => {
    const text = one.getAttribute("aria-label") || one.name || one.innerText || one.value || "";
    const short = text.replace(/\\s+/g, " ").trim().slice(0, 50);
    return `<${one.localName}${one.id ? "#" + one.id : ""}> ${short}`;
  };
  for (const one of document.querySelectorAll("[tabindex]")) {
    if (Number(one.getAttribute("tabindex")) > 0) problems.push(`positive tabindex: ${words(one)}`);
  }
  const within = (one) => one.matches(CAN) || one.closest("a[href], button, label, summary");
  for (const one of document.querySelectorAll("[data-listens], [hx-get], [hx-post]")) {
    const loads = /load|every|revealed/.test(one.getAttribute("hx-trigger") || "");
    if (loads || !seen(one) || within(one) || one.localName === "form") continue;
    if (others.some((other) => one.matches(other))) continue;
    problems.push(`listens to the mouse and cannot have the focus: ${words(one)}`);
  }
  // Of radio buttons with one name Tab reaches one.
  const group = (one) => one.type === "radio" ? `${one.form?.id}/${one.name}` : one;
  const wanted = new Map();
  for (const one of document.querySelectorAll(CAN)) {
    if (usable(one) && one.tabIndex >= 0) wanted.set(group(one), one);
    if (usable(one) && one.tabIndex < 0 && !one.matches("[tabindex]")) {
      problems.push(`cannot be reached: ${words(one)}`);
    }
  }
  const reached = new Set();
  window.walk = { wanted, reached, problems, words, group, usable, last: null, first: null };
  document.activeElement?.blur();
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
  scrollTo(0, 0);
}"""

_STEP = """async () => {
  const walk = window.walk;
  const one = document.activeElement;
  if (!one || one === document.body || one === document.documentElement) return "end";
  if (one === walk.first) return "end";
  if (one.localName === "iframe") { walk.reached.add(one); return "frame"; } // its own page
  // A field for a date has several stops of its own.
  walk.again = one === walk.last ? walk.again + 1 : 0;
  if (walk.again > 7) { walk.problems.push(`a trap: ${walk.words(one)}`); return "trap"; }
  if (walk.again) return "on";
  walk.first ||= one;
  walk.last = one;
  walk.reached.add(walk.group(one));
  const box = one.getBoundingClientRect();
  if (!box.width || !box.height) walk.problems.push(`has the focus unseen: ${walk.words(one)}`);
  // Visible: an outline of its own or of what stands for it.
  const ringed = (part) => {
    const style = getComputedStyle(part);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
  };
  const cells = one.localName === "tr" ? [...one.cells] : [];
  const bordered = cells.some((cell) => parseFloat(getComputedStyle(cell).borderTopWidth) >= 2);
  if (!ringed(one) && !bordered && !(one.labels && [...one.labels].some(ringed))) {
    walk.problems.push(`no sign of the focus: ${walk.words(one)}`);
  }
  // In sight: not outside the window, not below something that sticks to its edge.
  const parts = [0.1, 0.5, 0.9];
  const shown = () => {
    const rects = [...one.getClientRects()].filter((rect) => rect.width && rect.height);
    const points = rects.flatMap((rect) => parts.flatMap((right) => parts.map((down) =>
      [rect.left + rect.width * right, rect.top + rect.height * down])));
    return points.some(([x, y]) => {
      const top = document.elementFromPoint(x, y);
      const around = top?.contains(one) && !top.matches(".wrap, main, body, html");
      return one.contains(top) || around || top?.closest("label")?.control === one;
    });
  };
  const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
  if (!shown()) { await frame(); await frame(); } // it may still be scrolling there
  if (!shown()) {
    const { left, top, width, height } = one.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    const by = over ? `below ${walk.words(over)}` : `at ${Math.round(left)}, ${Math.round(top)}`;
    walk.problems.push(`has the focus out of sight: ${walk.words(one)} ${by}`);
  }
  return "on";
}"""

_MISSED = """() => {
  const walk = window.walk;
  for (const [group, one] of walk.wanted) {
    if (walk.reached.has(group) || !one.isConnected || !walk.usable(one)) continue;
    walk.problems.push(`Tab does not reach: ${walk.words(one)}`);
  }
  return [walk.problems, walk.reached.size, walk.first?.className || ""];
}"""


def walk(page: Page, *, skip: bool = True) -> tuple[list[str], int]:
    """Findings, and how many stops there are. `skip`: the first leads past the head of the page."""
    page.evaluate(_START, list(BY_OTHER_KEYS))
    for _stop in range(MOST):
        page.keyboard.press("Tab")
        if page.evaluate(_STEP) in ("end", "trap"):
            break
    problems, stops, first = page.evaluate(_MISSED)
    if skip and "skip" not in first.split():
        problems.append("the first stop does not lead to the content")
    return problems, stops
