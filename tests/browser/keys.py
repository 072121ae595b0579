"""An arbiter without a mouse: everything by `page.keyboard`, from the page as it was loaded."""

import re
from dataclasses import dataclass

from playwright.sync_api import Page, expect

NAME = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const label = [...(one.labels || [])].map((its) => its.textContent).join(" ");
  const text = one.getAttribute("aria-label") || label || one.innerText || one.placeholder || "";
  return text.replace(/\\s+/g, " ").trim();
}"""
#: more presses than this to one's aim is no way to work
MOST = 120


@dataclass(slots=True)
class Keys:
    page: Page
    pressed: int = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += 1

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.pressed += len(text)

    def to(self, name: str | re.Pattern, key: str = "Tab") -> None:
        """Tab on until what is called so has the focus."""
        wanted = re.compile(f"^{re.escape(name)}$") if isinstance(name, str) else name
        passed = []
        for _press in range(MOST):
            found = self.page.evaluate(NAME)
            if found is not None and wanted.search(found):
                return
            passed.append(found)
            self.press(key)
        raise AssertionError(f"{name!r} is not reached on {self.page.url}; passed {passed}")

    def act(self, name: str | re.Pattern) -> None:
        """Go there and press Enter, on a page that stays."""
        self.to(name)
        self.press("Enter")

    def use(self, name: str | re.Pattern, key: str = "Tab") -> None:
        """The same where it leads to a page, were it this one again."""
        self.to(name, key)
        self.enter()

    def enter(self) -> None:
        with self.page.expect_navigation():
            self.press("Enter")

    def fill(self, name: str | re.Pattern, text: str) -> None:
        self.to(name)
        self.press("Control+a")
        self.type(text)

    def choose(self, name: str | re.Pattern, option: str) -> None:
        """A list of choices: its first letters choose."""
        self.to(name)
        self.type(option)

    def sees(self, text: str | re.Pattern, where: str = "main") -> None:
        expect(self.page.locator(where).first).to_contain_text(text)

    def heading(self, text: str) -> None:
        expect(self.page.locator("h1")).to_contain_text(text)

    def yes(self, question: str) -> None:
        """The question has the focus on its answer."""
        self.sees(question)
        expect(self.page.locator("main button.main")).to_be_focused()
        self.enter()
