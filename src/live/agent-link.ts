/** The coordinator's side of one connection: lines in, checked messages out. */
import type { Socket } from "node:net";
import { LineReader } from "./lines.ts";
import { decodeToCoordinator, encode, type ToAgent, type ToCoordinator } from "./protocol.ts";

export class AgentLink {
  /** When something was last heard, by the monotonic clock. */
  heardAt = performance.now();
  readonly #socket: Socket;

  constructor(socket: Socket, onMessage: (message: ToCoordinator) => void, onClose: () => void) {
    this.#socket = socket;
    const lines = new LineReader((line) => {
      if (socket.destroyed) return;
      const message = decodeToCoordinator(line);
      // Not one of our agents, or one gone wrong. It may come back and greet properly.
      if (message === null) socket.destroy();
      else onMessage(message);
    });
    socket.on("data", (chunk) => {
      this.heardAt = performance.now();
      if (!lines.push(chunk)) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", onClose);
  }

  send(message: ToAgent): void {
    if (!this.#socket.destroyed) this.#socket.write(encode(message));
  }

  close(): void {
    this.#socket.destroy();
  }
}
