"""Draws docs/terminal.svg, the picture of the terminal in the README: `python docs/picture.py`.

Blocks and lines become rectangles, so that the picture needs no font for them and has no seams.
"""

from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path

from controller.planner import solve
from controller.views.canvas import Row, Run, Size, cells
from controller.views.glide import Spot
from controller.views.picture import picture
from controller.views.scene import Phase, Scene

WIDTH, HEIGHT = 10.0, 20.0  # of a cell
MARGIN, TITLE = 20.0, 44.0
PAPER, INK = "#16161d", "#d7dae0"
STYLE = """
text { font: 15px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre }
.bold { font-weight: bold }
rect { shape-rendering: crispEdges }
"""

# Each sign as rectangles in a unit cell: left, top, right, bottom.
Box = tuple[float, float, float, float]
THIN, THICK = 0.03, 0.12
UP_AND_DOWN = (0.5 - THICK, 0.0, 0.5 + THICK, 1.0)
ACROSS = (0.0, 0.5 - THICK / 2, 1.0, 0.5 + THICK / 2)
SHAPES: dict[str, tuple[Box, ...]] = {
    "█": ((0, 0, 1, 1),),
    "▐": ((0.5, 0, 1, 1),),
    "▌": ((0, 0, 0.5, 1),),
    "▀": ((0, 0, 1, 0.5),),
    "▟": ((0.5, 0, 1, 0.5), (0, 0.5, 1, 1)),
    "▙": ((0, 0, 0.5, 0.5), (0, 0.5, 1, 1)),
    "▗": ((0.5, 0.5, 1, 1),),
    "▖": ((0, 0.5, 0.5, 1),),
    "┃": (UP_AND_DOWN,),
    "━": (ACROSS,),
    "─": ((0, 0.5 - THIN, 1, 0.5 + THIN),),
    "│": ((0.5 - THIN, 0, 0.5 + THIN, 1),),
    "┏": ((0.5 - THICK, 0.5 - THICK / 2, 1, 0.5 + THICK / 2), (0.5 - THICK, 0.5, 0.5 + THICK, 1)),
    "┓": ((0, 0.5 - THICK / 2, 0.5 + THICK, 0.5 + THICK / 2), (0.5 - THICK, 0.5, 0.5 + THICK, 1)),
    "┻": (ACROSS, (0.5 - THICK, 0, 0.5 + THICK, 0.5)),
}


def scene(disks: int = 8, number: int = 118) -> Scene:
    """Move `number` of a tower that goes from A to C, the disk half-way."""
    plan = solve(disks)
    move, state = plan[number - 1], plan.state_at(number - 1)
    return Scene(
        exhibit="Lobby tower",
        peg_names=("A", "B", "C"),
        state=state,
        phase=Phase.RUNNING,
        done=number - 1,
        moves=plan.length,
        number=number,
        move=move,
        held=move.disk,
        tool=Spot((move.source + move.target) / 2 + 0.1, 7.0),
        arm=True,
        gone=412,
        left=471,
        line="N1243 G1 X120 Y110 Z75 F12000*51",
        keys=True,
    )


def svg(rows: tuple[Row, ...], title: str) -> str:
    """The rows as a window with a title, in SVG."""
    columns = sum(cells(run.text) for run in rows[0])
    width, height = columns * WIDTH + 2 * MARGIN, len(rows) * HEIGHT + TITLE + MARGIN
    lamps = "".join(
        f'<circle cx="{26 + 20 * place}" cy="22" r="6" fill="{shade}"/>'
        for place, shade in enumerate(("#ff5d73", "#ffca3a", "#8ac926"))
    )
    body = "\n".join(piece for y, row in enumerate(rows) for piece in _row(row, TITLE + y * HEIGHT))
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">
<title>{escape(title)}</title>
<style>{STYLE}</style>
<rect width="{width:g}" height="{height:g}" rx="10" style="shape-rendering: auto" fill="{PAPER}"/>
{lamps}<text x="{width / 2:g}" y="27" text-anchor="middle" fill="#8a8f98">{escape(title)}</text>
{body}
</svg>
"""


def _row(row: Row, y: float) -> Iterator[str]:
    x = MARGIN
    for run in row:
        yield from _run(run, x, y)
        x += cells(run.text) * WIDTH


def _run(run: Run, x: float, y: float) -> Iterator[str]:
    bold, ink, paper = _style(run.style)
    if paper:
        yield _rectangle((0, 0, cells(run.text), 1), x, y, paper)
    for sign, group in groupby(run.text, key=lambda sign: sign if sign in SHAPES else ""):
        text = "".join(group)
        if sign:
            yield from (_rectangle(box, x, y, ink) for box in _stretched(SHAPES[sign], len(text)))
        elif text.strip():
            yield _text(text, x, y, ink, bold)
        x += cells(text) * WIDTH


def _style(style: str) -> tuple[bool, str, str]:
    """Whether bold, the colour of the ink, and that of the paper or nothing."""
    words, _, paper = style.partition(" on ")
    ink = next((word for word in words.split() if word.startswith("#")), INK)
    return "bold" in words, *((PAPER, ink) if "reverse" in words else (ink, paper))


def _stretched(boxes: tuple[Box, ...], times: int) -> Iterator[Box]:
    """The boxes of a sign that stands `times` times in a row: joined where they reach from side to side."""
    for left, top, right, bottom in boxes:
        if left == 0 and right == 1:
            yield (0, top, times, bottom)
        else:
            yield from ((left + n, top, right + n, bottom) for n in range(times))


def _rectangle(box: Box, x: float, y: float, shade: str) -> str:
    left, top, right, bottom = box
    place = f'x="{x + left * WIDTH:g}" y="{y + top * HEIGHT:g}"'
    size = f'width="{(right - left) * WIDTH:g}" height="{(bottom - top) * HEIGHT:g}"'
    return f'<rect {place} {size} fill="{shade}"/>'


def _text(text: str, x: float, y: float, ink: str, bold: bool) -> str:
    shown = text.strip()
    x += (cells(text) - cells(text.lstrip())) * WIDTH
    length = f' textLength="{cells(shown) * WIDTH:g}" lengthAdjust="spacingAndGlyphs"'
    kind = ' class="bold"' if bold else ""
    return f'<text x="{x:g}" y="{y + 15:g}"{length} fill="{ink}"{kind}>{escape(shown)}</text>'


def drawing() -> str:
    """What belongs into docs/terminal.svg."""
    return svg(picture(scene(), Size(80, 24)), "hanoi run lobby.yaml")


if __name__ == "__main__":
    Path(__file__).with_name("terminal.svg").write_text(drawing(), encoding="utf-8")
