"""The picture: a pure function of a scene, the size of the window, and the encoding of the terminal."""

from textwrap import wrap

from controller.views import words
from controller.views.canvas import Canvas, Row, Size, cells
from controller.views.glide import Spot
from controller.views.layout import Layout, least_size
from controller.views.scene import Phase, Scene
from controller.views.signs import Signs, signs_for

_RAINBOW = ("#ff5d73", "#ff924c", "#ffca3a", "#8ac926", "#2ec4b6", "#4d9de0", "#a06cd5")
_LABEL = "bold #16161d"
_GREEN = "#8ac926"
_DIM = "#8a8f98"
_ARM = "bold #d7dae0"
_WOOD = "#b08968"
_POLE = "#7f6a55"
_PHASE_STYLES = {
    Phase.READYING: "bold #4d9de0",
    Phase.RUNNING: f"bold {_GREEN}",
    Phase.PAUSING: "bold #ffca3a",
    Phase.PAUSED: "bold #ffca3a",
    Phase.STOPPING: "bold #ff924c",
    Phase.LEAVING: "bold #ff924c",
    Phase.WAITING: "bold #ffca3a",
    Phase.DONE: f"bold {_GREEN}",
    Phase.ENDED: "bold #ff5d73",
}
_GO_ON = {
    Phase.PAUSING: ("space", "go on"),
    Phase.PAUSED: ("space", "go on"),
    Phase.WAITING: ("enter", "go on"),
}


def picture(scene: Scene, size: Size, encoding: str = "utf-8") -> tuple[Row, ...]:
    """Exactly `size.height` rows, each `size.width` columns wide, of characters that `encoding` has."""
    canvas = Canvas(size, encoding)
    if not fits(scene, size):
        _paint_too_small(canvas, scene)
    else:
        layout, signs = Layout.of(scene, size), signs_for(encoding)
        _paint_head(canvas, scene, layout, signs)
        if scene.phase is not Phase.READYING:  # until then nobody has said how many pegs there are
            _paint_field(canvas, scene, layout, signs)
        _paint_foot(canvas, scene, layout)
    return canvas.rows()


def fits(scene: Scene, size: Size) -> bool:
    """Whether the window is large enough for the picture."""
    least = least_size(len(scene.peg_names))
    return size.width >= least.width and size.height >= least.height


def colour(disk: int, disks: int) -> str:
    """The colour of a disk: the rainbow, from the smallest disk to the largest."""
    place = (disk - 1) / max(1, disks - 1, len(_RAINBOW) - 1) * (len(_RAINBOW) - 1)
    below = min(int(place), len(_RAINBOW) - 2)
    return _blend(_RAINBOW[below], _RAINBOW[below + 1], place - below)


def _blend(one: str, other: str, part: float) -> str:
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * part) for a, b in pairs).hex()


def _paint_too_small(canvas: Canvas, scene: Scene) -> None:
    size, least = canvas.size, least_size(len(scene.peg_names))
    lines = (
        f"window too small: {size.width} x {size.height}, needs {least.width} x {least.height}",
        f"{scene.phase.value}: {_progress(scene)}",
    )
    for y, line in enumerate(lines, max(0, size.height // 2 - 1)):
        canvas.put(max(0, (size.width - cells(line)) // 2), y, line)


def _progress(scene: Scene) -> str:
    return f"move {words.count(scene.number)} of {words.count(scene.moves)}"


def _paint_head(canvas: Canvas, scene: Scene, layout: Layout, signs: Signs) -> None:
    left, right, y = layout.left, layout.right, layout.top
    canvas.put(left, y, scene.exhibit or "Tower of Hanoi", "bold")
    canvas.put_left_of(right, y, f" {signs.lamp} {scene.phase.value}", _PHASE_STYLES[scene.phase])
    full = (right - left) * scene.done // scene.moves if scene.moves else 0
    canvas.put(left, y + 1, signs.bar * full, _GREEN)
    canvas.put(left + full, y + 1, signs.bar_to_go * (right - left - full), _POLE)
    if scene.moves:
        _paint_numbers(canvas, scene, layout, y + 2)


def _paint_numbers(canvas: Canvas, scene: Scene, layout: Layout, y: int) -> None:
    progress = f"M{_progress(scene)[1:]}"
    canvas.put(layout.left, y, progress, "bold")
    if scene.move is not None:
        canvas.put(layout.left + cells(progress), y, f": {words.move(scene.move, scene.peg_names)}")
    left = "" if scene.left is None else f", {words.duration(scene.left)} left"
    canvas.put_left_of(layout.right, y, f"  {words.clock(scene.gone)} gone{left}", _DIM)


def _paint_field(canvas: Canvas, scene: Scene, layout: Layout, signs: Signs) -> None:
    canvas.put(layout.left, layout.board, signs.board * (layout.right - layout.left), _WOOD)
    for peg, name in enumerate(scene.peg_names):
        middle = layout.middle(peg)
        _paint_pole(canvas, layout, signs, middle // 2)
        _paint_stack(canvas, scene.standing[peg], layout, signs, middle)
        canvas.put_round(middle // 2, layout.board + 1, name[: layout.pitch - 1], "bold")
    if scene.tool is not None:
        _paint_tool(canvas, scene, scene.tool, layout, signs)


def _paint_pole(canvas: Canvas, layout: Layout, signs: Signs, x: int) -> None:
    for y in range(layout.row(layout.shown) - layout.thick + 1, layout.board):
        canvas.put(x, y, signs.pole, _POLE)


def _paint_stack(canvas: Canvas, stack: tuple[int, ...], layout: Layout, signs: Signs, middle: int) -> None:
    sunk = layout.sunk(len(stack))
    for level, disk in enumerate(stack[sunk:]):
        _paint_disk(canvas, disk, layout, signs, middle, layout.row(level))
    if sunk:
        hidden = f"and {sunk + 1} more below".center(layout.pitch - 1)
        canvas.put_round(middle // 2, layout.row(0), hidden[: layout.pitch - 1], _DIM)


def _paint_disk(canvas: Canvas, disk: int, layout: Layout, signs: Signs, middle: int, bottom: int) -> None:
    """A disk whose lowest row is `bottom`: its ends exact to half a column, its number in the middle."""
    shade = colour(disk, layout.disks)
    (first, starts_half), (last, ends_half) = (
        divmod(middle + half, 2) for half in (-layout.half_width(disk), layout.half_width(disk))
    )
    body = signs.body * (last - first - starts_half)
    text = signs.left_edge * starts_half + body + signs.right_edge * ends_half
    for y in range(bottom - layout.thick + 1, bottom + 1):
        canvas.put(first, y, text, shade)
    canvas.put_round(middle // 2, bottom - layout.thick // 2, f" {disk} ", f"{_LABEL} on {shade}")


def _paint_tool(canvas: Canvas, scene: Scene, tool: Spot, layout: Layout, signs: Signs) -> None:
    middle = layout.middle(tool.across)
    hand = max(layout.sky + 1, layout.row(tool.level - _sunk_at(tool.across, scene, layout)))
    if scene.arm:
        _paint_arm(canvas, layout, signs, middle // 2, hand)
        canvas.put_round(
            middle // 2, hand, signs.open_hand if scene.held is None else signs.closed_hand, _ARM
        )
    if scene.held is not None:
        _paint_disk(canvas, scene.held, layout, signs, middle, hand + layout.thick)


def _sunk_at(across: float, scene: Scene, layout: Layout) -> float:
    """How far stacks are sunk between two pegs, so that the tool never jumps on its way."""
    sunk = [layout.sunk(len(stack)) for stack in scene.standing]
    peg = min(int(across), len(sunk) - 2)
    return sunk[peg] + (sunk[peg + 1] - sunk[peg]) * (across - peg)


def _paint_arm(canvas: Canvas, layout: Layout, signs: Signs, x: int, hand: int) -> None:
    """A mast beside the board, a boom that reaches out to column `x`, and a rod down to the hand."""
    for y in range(layout.sky + 1, layout.board - 1):
        canvas.put(layout.mast, y, signs.rod, _ARM)
    canvas.put_round(layout.mast, layout.board - 1, signs.foot, _ARM)
    boom = signs.shoulder + signs.boom * (x - layout.mast - 1) + signs.elbow
    canvas.put(layout.mast, layout.sky, boom, _ARM)
    for y in range(layout.sky + 1, hand):
        canvas.put(x, y, signs.rod, _ARM)


def _paint_foot(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    y = layout.board + 3
    if scene.line:
        canvas.put(layout.left, y, "Sent to the machine  ", _DIM)
        canvas.put(layout.left + 21, y, scene.line)
    _paint_message(canvas, scene, layout, y + 1)
    if scene.keys and not scene.phase.over:
        _paint_keys(canvas, scene, layout.left, y + 2)


def _paint_message(canvas: Canvas, scene: Scene, layout: Layout, foot: int) -> None:
    """In the foot; what is too long for its row stands whole in the sky, for it may be about safety."""
    lines = wrap(scene.message, layout.right - layout.left - 4)
    first = foot if len(lines) == 1 else layout.sky + 1
    for y, line in enumerate(lines, first):
        canvas.put(layout.left + (0 if len(lines) == 1 else 4), y, line, _PHASE_STYLES[scene.phase])


def _paint_keys(canvas: Canvas, scene: Scene, x: int, y: int) -> None:
    for key, meaning in _keys(scene.phase):
        canvas.put(x, y, f" {key} ", "reverse")
        canvas.put(x + cells(key) + 3, y, meaning, _DIM)
        x += cells(key) + cells(meaning) + 6


def _keys(phase: Phase) -> tuple[tuple[str, str], ...]:
    first = _GO_ON.get(phase, ("space", "pause after this move"))
    return (first, ("s", "stop after this move"), ("esc", "stop at once"))
