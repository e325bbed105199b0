"""How dates and times are written where the usual form of a language, as Django has it, is not."""
