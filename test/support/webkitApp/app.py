"""An app that shows an address in its web view: WebKitGTK has the message handlers of iOS's WKWebView.

Prints what it is told, a JSON object a line: {"loaded": address}, {"message": text} of the handler hppCheckout, {"opened": address}
for what is no web page, which the system would give to an app. Runs each line of its input as a script in the page.
"""

import json
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402


def say(**told):
    print(json.dumps(told), flush=True)


def decide(_view, decision, kind):
    if kind != WebKit2.PolicyDecisionType.NAVIGATION_ACTION:
        return False
    address = decision.get_navigation_action().get_request().get_uri()
    if address.startswith(("http:", "https:", "about:")):
        return False
    say(opened=address)
    decision.ignore()
    return True


def loaded(view, event):
    if event == WebKit2.LoadEvent.FINISHED:
        say(loaded=view.get_uri())


def run_line(source, _condition, view):
    line = source.readline()
    if not line:
        Gtk.main_quit()
        return False
    view.evaluate_javascript(json.loads(line), -1, None, None, None, None, None)
    return True


scripts = WebKit2.UserContentManager()
scripts.connect(
    "script-message-received::hppCheckout",
    lambda _manager, result: say(message=result.get_js_value().to_string()),
)
scripts.register_script_message_handler("hppCheckout")
view = WebKit2.WebView.new_with_user_content_manager(scripts)
view.connect("decide-policy", decide)
view.connect("load-changed", loaded)
window = Gtk.Window(default_width=390, default_height=844)
window.add(view)
window.show_all()
GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, run_line, view)
view.load_uri(sys.argv[1])
Gtk.main()
