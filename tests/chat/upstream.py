"""A language model that records every byte it is sent, and says it back in small pieces."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Model(BaseHTTPRequestHandler):
    """Answers with the last message, or with what stands behind ``say`` in the server."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.server.seen.append(self.headers.as_string() + self.path)
        self._whole({"object": "list", "data": [{"id": "echo", "object": "model"}]})

    def do_POST(self):
        raw = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.seen.append(self.headers.as_string() + self.path + raw)
        request = json.loads(raw)
        if self.server.mood == "broken":
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"no")
            return
        if self.server.mood == "busy":
            self._whole({"error": {"message": "slow down", "type": "rate"}}, 429)
            return
        said = request["messages"][-1]["content"]
        said = said if isinstance(said, str) else said[0]["text"]
        message = self.server.answer(said)
        if request.get("stream"):
            self._pieces(message)
        else:
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            self._whole(_envelope("chat.completion", choice))

    def _whole(self, answer, status=200):
        data = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _pieces(self, message):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for delta in deltas(message, self.server.size):
            choice = {"index": 0, "delta": delta, "finish_reason": None}
            self._event(_envelope("chat.completion.chunk", choice))
        self._event(_envelope("chat.completion.chunk",
                              {"index": 0, "delta": {}, "finish_reason": "stop"}))  # fmt: skip
        self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True

    def _event(self, data):
        self.wfile.write(b": keep alive\n\ndata: " + json.dumps(data).encode() + b"\n\n")

    def log_message(self, *_):
        pass


def deltas(message, size):
    """Yield a message in pieces of a few characters."""
    yield {"role": "assistant"}
    text = message.get("content") or ""
    for at in range(0, len(text), size):
        yield {"content": text[at : at + size]}
    for number, call in enumerate(message.get("tool_calls", ())):
        name, arguments = call["function"]["name"], call["function"]["arguments"]
        yield {"tool_calls": [{**call, "index": number,
                               "function": {"name": name, "arguments": ""}}]}  # fmt: skip
        for at in range(0, len(arguments), size):
            piece = {"arguments": arguments[at : at + size]}
            yield {"tool_calls": [{"index": number, "function": piece}]}


def _envelope(kind, choice):
    return {"id": "c1", "object": kind, "created": 1, "model": "echo", "choices": [choice]}


class Upstream(ThreadingHTTPServer):
    """Listens on a free port; `seen` is all that came."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Model)
        self.seen = []
        self.reset()
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def reset(self):
        """Forget what was sent, and answer with it in pieces of three letters."""
        self.seen.clear()
        self.size = 3
        self.mood = ""
        self.answer = lambda said: {"role": "assistant", "content": said}

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"
