// Server-sent events read through fetch, which can send a token as EventSource cannot.

export interface ServerEvent {
  event: string;
  data: string;
}

/** Take the finished events out of a buffer and give back the rest. */
export function parseEvents(buffer: string): { events: ServerEvent[]; rest: string } {
  const parts = buffer.replaceAll("\r\n", "\n").split("\n\n");
  const rest = parts.pop() ?? "";
  const events = parts.map((part) => {
    let event = "message";
    const data: string[] = [];
    for (const line of part.split("\n")) {
      if (line.startsWith("event:")) event = line.slice(6).trim();
      if (line.startsWith("data:")) data.push(line.slice(5).trim());
    }
    return { event, data: data.join("\n") };
  });
  return { events: events.filter((e) => e.data), rest };
}

/** Call `take` with each event until the stream ends or is cut. */
export async function readEvents(
  stream: ReadableStream<Uint8Array>,
  take: (event: ServerEvent) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let buffer = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parsed = parseEvents(buffer + decoder.decode(value, { stream: true }));
    buffer = parsed.rest;
    parsed.events.forEach(take);
  }
}
