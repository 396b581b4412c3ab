"""Lessons: real positions with one task at a time, read from the pack of a title and played by its own rules."""

from kurgan.lessons.learning import Learning, NotTheTask, begin, follow
from kurgan.lessons.lesson import Lesson, Task, lessons_in

__all__ = ["Learning", "Lesson", "NotTheTask", "Task", "begin", "follow", "lessons_in"]
