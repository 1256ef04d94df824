"""What holds for every test: no limit on the wall clock, which a busy machine could break."""

from hypothesis import settings

settings.register_profile("no deadlines", deadline=None)
settings.load_profile("no deadlines")
