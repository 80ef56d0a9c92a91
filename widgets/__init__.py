"""Everything that Textual draws: the shell, panes, dialogs and theming."""
