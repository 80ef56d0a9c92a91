"""The application: themes, keys, the palette and the one main screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.screen import Screen

from app.ledger.commitment import Agenda
from widgets.guard import ControlGuard
from widgets.living import LivingApp
from widgets.main_screen import MainScreen
from widgets.theming import DEFAULT_THEME, PACKAGED, VARIABLES, load_themes
from widgets.toasts import toast
from widgets.type_ahead import Handled, Opened, Opening, TypeAhead

if TYPE_CHECKING:
    from textual.command import Provider
    from textual.filter import LineFilter

    from app.crashes import Crashes
    from app.unsaved import DraftBox
    from app.workspace import Workspace


def _commands() -> type[Provider]:
    from widgets.commands import ActionCommands

    return ActionCommands


class BetimesApp(LivingApp):
    """Betimes on the screen."""

    TITLE = "Betimes"
    CSS_PATH = Path(__file__).with_name("styles.tcss")
    COMMANDS = {_commands}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit", "Quit", id="app.quit"),
        Binding("ctrl+p", "command_palette", "All commands", priority=True, id="app.palette"),
    ]

    def __init__(
        self,
        workspace: Workspace,
        *,
        agenda: Agenda | None = None,
        theme_folders: tuple[Path, ...] = (),
        drafts: DraftBox | None = None,
        crashes: Crashes | None = None,
    ) -> None:
        """Make the application.

        Args:
            workspace: An open workspace; closing it is the caller's.
            agenda: What to paint first; read in the background when it is not given.
            theme_folders: Folders of the person's own themes.
            drafts: Where what is typed is kept until it is saved.
            crashes: Where is written down what goes wrong.
        """
        self._agenda = agenda
        self._guard = ControlGuard()
        super().__init__(workspace, drafts, crashes)
        self._type_ahead = TypeAhead(self, super().on_event)
        self._load_themes((PACKAGED, *theme_folders))
        self.set_keymap(dict(workspace.config.keys))

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return our own colours, for themes that do not name them."""
        return VARIABLES

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters and our guard."""
        return [*super().get_line_filters(), self._guard]

    def get_default_screen(self) -> Screen[None]:
        """Return the main screen."""
        return MainScreen(self._workspace, self._agenda)

    def _load_themes(self, folders: tuple[Path, ...]) -> None:
        loaded, self._theme_problems = load_themes(folders)
        for theme in loaded:
            self.register_theme(theme)
        wanted = self._workspace.config.theme
        if wanted not in self.available_themes:
            self._theme_problems.append(f"there is no theme {wanted}")
            wanted = DEFAULT_THEME
        self.theme = wanted

    async def on_event(self, event: events.Event) -> None:
        """Handle what is typed in order, one key after the other."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            await self._type_ahead.take(event)
        else:
            await super().on_event(event)

    async def action_quit(self) -> None:
        """End, after what is being written; what could not be written is asked about."""
        main = self.screen_stack[0]
        if isinstance(main, MainScreen):
            main.leave()

    @on(Handled)
    async def _handled(self, message: Handled) -> None:
        await self._type_ahead.settle(message)

    @on(Opening)
    def _opening(self, message: Opening) -> None:
        if isinstance(message, Opened):
            self._type_ahead.release()
        else:
            self._type_ahead.hold()

    def on_mount(self) -> None:
        """Report theme files that cannot be used and keys of unknown actions, each once and all together."""
        self.screen_change_signal.subscribe(self, lambda screen: self._type_ahead.again(), immediate=True)
        if self._theme_problems:
            toast(self, "Themes: " + "; ".join(self._theme_problems), severity="warning")
        if self._workspace.config.keys:
            self._check_keys()

    def _check_keys(self) -> None:
        from widgets.key_ids import known_ids, unknown_keys

        if problems := unknown_keys(self._workspace.config.keys, known_ids(self.BINDINGS)):
            toast(self, "Keys: " + "; ".join(problems), "? lists the actions.", "warning")
