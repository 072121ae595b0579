"""The looks of one page on one sheet, side by side."""

import io
import re
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

#: the dark wide look is only to be compared; the others are to be read
SCALES = {(1280, "light"): 0.62, (1280, "dark"): 0.3, (390, "light"): 0.6, (390, "dark"): 0.6}
MOST = 2300  # pixels of a page's height; the rest of a long table looks the same
GAP = 10


class Shots:
    def __init__(self) -> None:
        self.pictures: list[Image.Image] = []

    def add(self, page: Page, width: int, colours: str) -> None:
        height = min(page.evaluate("document.documentElement.scrollHeight"), MOST)
        whole = page.viewport_size
        page.set_viewport_size({"width": width, "height": max(height, 600)})
        picture = Image.open(io.BytesIO(page.screenshot()))
        if whole:
            page.set_viewport_size(whole)
        scale = SCALES[width, colours]
        size = (round(picture.width * scale), round(picture.height * scale))
        self.pictures.append(picture.convert("RGB").resize(size, Image.Resampling.LANCZOS))

    def save(self, folder: Path, name: str, language: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        width = sum(one.width + GAP for one in self.pictures) - GAP
        sheet = Image.new("RGB", (width, max(one.height for one in self.pictures)), "#888")
        left = 0
        for one in self.pictures:
            sheet.paste(one, (left, 0))
            left += one.width + GAP
        file = re.sub(r"\W+", "-", name).strip("-")
        sheet.save(folder / f"{file}.{language}.png", optimize=True)
