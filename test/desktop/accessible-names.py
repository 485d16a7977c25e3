"""Prints what assistive technology sees of the windows of a process (AT-SPI), a name a line. SEEN_PID: the process."""
import os

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

wanted = int(os.environ["SEEN_PID"])


def family(pid):
    """Whether a process is the wanted one or comes from it: an AppImage starts the app as a child."""
    while pid > 1:
        if pid == wanted:
            return True
        try:
            with open(f"/proc/{pid}/stat", encoding="utf8") as stat:
                pid = int(stat.read().rsplit(")", 1)[1].split()[1])
        except OSError:
            return False
    return False


def tell(node, depth=0):
    if node is None or depth > 60:
        return
    for text in (node.get_name(), node.get_description()):
        if text:
            print(text)
    for index in range(min(node.get_child_count(), 500)):
        tell(node.get_child_at_index(index), depth + 1)


Atspi.init()
desktop = Atspi.get_desktop(0)
for index in range(desktop.get_child_count()):
    app = desktop.get_child_at_index(index)
    if app is not None and family(app.get_process_id()):
        tell(app)
