"""From a name or a path to a Config, or to every mistake at once."""

from pathlib import Path

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from controller.config import buildable, exhibits, reader, rules
from controller.config.document import BROKEN, Document
from controller.config.document import Path as KeyPath
from controller.config.model import Config
from controller.config.words import in_words, key_meant
from controller.errors import ConfigError

_BEGIN = "begin with exhibit: and tower:, as the ready exhibits do"


def load(name_or_path: str) -> Config:
    """The config of a ready exhibit or of a file.

    Raises ConfigError with a line for each mistake, in the order of the file:
    `file:line:column field: what is wrong and what to write instead`.
    """
    return parse(*text_of(name_or_path))


def parse(name: str, text: str) -> Config:
    """The config that `text` holds; `name` stands for its file in errors. Raises ConfigError."""
    if not text.strip():
        raise exhibits.refusal(name, f"the file is empty; {_BEGIN}")
    document = reader.read(name, text)
    config = _validate(document) if _has_keys(document) else None
    if config is None or document.problems:
        raise ConfigError(document.lines())
    return config


def mistake(name_or_path: str, key: KeyPath, text: str) -> ConfigError:
    """The error for a key of a loaded config, where it took more than the file to find it."""
    document = reader.read(*text_of(name_or_path))
    document.report(key, text)
    return ConfigError(document.lines())


def text_of(name_or_path: str) -> tuple[str, str]:
    """What a ready exhibit or a file is called in errors, and its text, to `parse`; raises ConfigError."""
    path = exhibits.find(name_or_path)
    name = name_or_path if path == Path(name_or_path) else str(path)
    return name, exhibits.read_text(path, name)


def _has_keys(document: Document) -> bool:
    if not isinstance(document.data, dict) or not document.data:
        if not document.problems:
            document.report((), f"the file holds no keys; {_BEGIN}")
        return False
    return True


def _validate(document: Document) -> Config | None:
    config = None
    try:
        config = Config.model_validate(document.data)
    except ValidationError as error:
        report_all(document, error.errors(include_url=False))
    rules.check(document)
    buildable.check(document)
    return config


def report_all(document: Document, errors: list[ErrorDetails]) -> None:
    """Report each error once: a key that is only mistyped is not missing as well."""
    unknown = [_path(document.data, error) for error in errors if error["type"] == "extra_forbidden"]
    mistyped = {(*path[:-1], key_meant(path)) for path in unknown}
    for error in errors:
        path = _path(document.data, error)
        if error["type"] == "missing" and path in mistyped:
            document.doubt(path)
        else:
            _report(document, error)


def _report(document: Document, error: ErrorDetails) -> None:
    path = _path(document.data, error)
    if error["type"] == "extra_forbidden":
        if path in document.key_places:  # not so where the key itself has been refused
            document.report(path, in_words(error, path), document.key_places[path])
    elif error["input"] is not BROKEN and not _counts_only_good_entries(error):
        document.report(path, in_words(error, path))


def _counts_only_good_entries(error: ErrorDetails) -> bool:
    """Whether pydantic calls a list too short for the entries that it has refused one by one."""
    return error["type"] == "too_short" and len(error["input"]) >= error["ctx"]["min_length"]


def _path(data: object, error: ErrorDetails) -> KeyPath:
    """The place that pydantic means, without the names it gives to the options of a union."""
    path: KeyPath = ()
    *around, last = error["loc"]
    for part in around:
        if _holds(data, part):
            data = data[part]  # type: ignore[index]  # what holds a part has an index
            path = (*path, part)
    names_a_key = error["type"] == "missing" and isinstance(last, str)
    return (*path, last) if names_a_key or _holds(data, last) else path


def _holds(data: object, part: str | int) -> bool:
    if isinstance(data, dict):
        return part in data
    return isinstance(data, tuple) and isinstance(part, int) and part < len(data)
