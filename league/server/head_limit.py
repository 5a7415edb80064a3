"""What uvicorn lets nobody say: how long the head of a request may be. httptools gathers a header of any length."""

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST = 64 * 1024  # bytes, as much as uvicorn's other parser takes


class HeadLimitProtocol(HttpToolsProtocol):
    """Closes a connection whose head has not ended after so many bytes; a piece of the network is taken whole."""

    _in_head, _size = False, 0

    def on_message_begin(self) -> None:
        self._in_head, self._size = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._size += len(data)
        if self._in_head and self._size > MOST and not self.transport.is_closing():
            self.send_400_response("The headers of this request are too long.")
